import { requestMyInfo } from '#protocol/myInfo.ts'
import { beginOidcLink, finishOidcLink, getOidcLinks, signInByOidc, signUpByOidc } from '#protocol/oidc.ts'
import { newOidcBrowser } from './oidcBrowser.ts'
import { type ProviderAccount, startOidcProvider } from './oidcProvider.ts'
import { PASSWORD, type TestUser } from './users.ts'

/** The public URL of test nodes. */
const publicUrl = 'https://geulmaru.example'
const accounts: Record<string, ProviderAccount> = {}
let people = 0

/** Starts two providers with the same accounts. */
export async function startProviders() {
  const moon = await startOidcProvider({ name: 'moon', label: '달빛', publicUrl, accounts })
  const star = await startOidcProvider({ name: 'star', label: 'Star', publicUrl, accounts })
  return {
    oidcProviders: [moon.settings, star.settings],
    stop: () => Promise.all([moon.stop(), star.stop()]),
  }
}

export const verified = (email: string): ProviderAccount => ({ email, email_verified: true })
export const newAddress = () => `moon${process.env.VITEST_POOL_ID ?? ''}-${++people}@example.com`
export const newName = () => `달빛 사람 ${process.env.VITEST_POOL_ID ?? ''}-${++people}`

/** Creates an account at the providers, with a verified address by default. Returns its subject. */
export function newAccount(account: ProviderAccount = verified(newAddress())): string {
  const subject = `subject-${++people}`
  accounts[subject] = account
  return subject
}

export function changeAccount(subject: string, account: ProviderAccount): void {
  accounts[subject] = account
}

export const emailOf = (subject: string) => accounts[subject]?.email ?? ''

export type OidcBrowser = ReturnType<typeof newOidcBrowser>

/** Signs in at the provider in a new browser, and exchanges the ticket. */
export async function signInAs(url: string, account: string) {
  const browser = newOidcBrowser(url)
  const ticket = await browser.ticketFor(await browser.begin('moon'), account)
  return { browser, ticket, body: (await browser.call(signInByOidc, { ticket })).body }
}

/** Creates a user through a provider. */
export async function signUpAs(url: string, account: string, email = '') {
  const browser = newOidcBrowser(url)
  const ticket = await browser.ticketFor(await browser.begin('moon'), account)
  const { body } = await browser.call(signUpByOidc, { ticket, username: newName(), email })
  if (!body.authenticated) throw new Error(JSON.stringify(body))
  return { browser, ...body }
}

/** Links an identity in my-info, after the password step. */
export async function linkTo(user: TestUser, account: string, browser = newOidcBrowser(user.url)) {
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  const begun = await browser.call(beginOidcLink, { provider: 'moon' }, user.token)
  if (!begun.body.success) throw new Error(begun.body.message)
  const ticket = await browser.ticketFor(begun.body.url, account, 'link')
  return (await browser.call(finishOidcLink, { ticket }, user.token)).body
}

export const linksOf = async (browser: OidcBrowser, token: string) =>
  (await browser.call(getOidcLinks, {}, token)).body
