import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { type ProviderAccount, startOidcProvider, type TestProvider } from '#tests/support/oidcProvider.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { signOut } from './sessions.ts'
import { enterPassword } from './steps.ts'

const accounts: Record<string, ProviderAccount> = {
  newcomer: { email: 'newcomer@example.com', email_verified: true },
  nameless: {},
  second: {},
  lone: {},
}
let node: NodeProcess
let moon: TestProvider
let star: TestProvider

/** The redirect URI contains the port, so the provider must know it before the server starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test.beforeAll(async ({ mongoUrl }) => {
  const port = await freePort()
  // The providers are at 127.0.0.1, which is another site.
  const publicUrl = `http://localhost:${port}`
  moon = await startOidcProvider({ name: 'moon', label: '달빛', publicUrl, accounts })
  star = await startOidcProvider({ name: 'star', label: 'Star', publicUrl, accounts })
  node = await startBuiltNode({
    PORT: String(port),
    JWT_SECRET: 'a secret that only these tests know',
    PUBLIC_URL: publicUrl,
    MONGODB_URL: await databaseUrl(mongoUrl, 'oidc'),
    ...moon.environment,
    ...star.environment,
  })
})
test.afterAll(() => Promise.all([node.stop(), moon.stop(), star.stop()]))

const goOnWith = (page: Page, provider: string) =>
  page.getByRole('button', { name: formatText(ko, 'oidc.goOnWith', { provider }) })

/** On the provider's screen. */
async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a new person chooses a name, signs in again, proves who they are, and keeps the last way in', async ({
  openPage,
}) => {
  const page = await openPage(node.url, PHONE, paths.signIn)
  await expect(goOnWith(page, 'Star')).toBeVisible()
  await expectAccessible(page)
  await goOnWith(page, '달빛').click()
  await signInAtProvider(page, 'newcomer')
  const title = formatText(ko, 'oidc.signUpTitle', { provider: '달빛' })
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByLabel(ko['accounts.email'])).toHaveValue('newcomer@example.com')
  await expect(page.getByLabel(ko['accounts.email'])).toHaveAttribute('readonly')
  await expectAccessible(page)
  // The page can be reloaded.
  await page.reload()
  await page.getByLabel(ko['accounts.username']).fill('달빛')
  await page.getByLabel(ko['accounts.agree']).check()
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page.getByText(ko['accounts.usernameShort'])).toBeVisible()
  await page.getByLabel(ko['accounts.username']).fill('달빛 아래 사람')
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  await signOut(page)

  // The screen that they wanted opens after the sign-in.
  await page.goto(paths.myInfo)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(paths.signIn)
  await goOnWith(page, '달빛').click()
  await expect(page.getByRole('heading', { name: ko['myInfo.title'] })).toBeVisible()
  await expect(page).toHaveURL(/\/user\/myinfo$/)

  const prove = page.getByRole('button', { name: formatText(ko, 'oidc.proveWith', { provider: '달빛' }) })
  await expect(prove).toBeVisible()
  await expectAccessible(page)
  await prove.click()
  // The provider asks again, although the user is signed in there.
  await signInAtProvider(page, 'newcomer')
  await expect(page.getByRole('button', { name: ko['myInfo.update'] })).toBeVisible()
  await expect(page.getByText(ko['oidc.noPassword'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: formatText(ko, 'oidc.unlinkOf', { provider: '달빛' }) }).click()
  const question = page.getByRole('group')
  await question.getByRole('button', { name: ko['oidc.unlink'] }).click()
  await expect(question.getByRole('alert')).toHaveText(ko['accounts.lastWayIn'])
  await question.getByRole('button', { name: ko['common.cancel'] }).click()
  await page.getByRole('button', { name: ko['myInfo.deleteAccount'] }).click()
  await page.getByRole('button', { name: ko['myInfo.deleteAccountNow'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(paths.signIn)
  await expect(goOnWith(page, '달빛')).toBeVisible()
})

test('a member links an account by their password, uses it and unlinks it @long', async ({ openPage }) => {
  const member = await newUser(node.url, '이미 있는 사람')
  accounts.member = { email: member.email, email_verified: true }
  const page = await openPage(node.url, DESKTOP, paths.signUp)
  await goOnWith(page, 'Star').click()
  await signInAtProvider(page, 'member')
  await expect(page.getByRole('heading', { name: ko['oidc.linkTitle'] })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill('틀린 비밀번호')
  await page.keyboard.press('Enter')
  await expect(page.getByText(ko['accounts.checkPassword'])).toBeVisible()
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)

  await page.goto(paths.myInfo)
  await enterPassword(page, PASSWORD)
  await page.getByRole('button', { name: formatText(ko, 'oidc.link', { provider: '달빛' }) }).click()
  await signInAtProvider(page, 'second')
  await expect(page.getByRole('heading', { name: ko['oidc.linked'] })).toBeVisible()
  await page.getByRole('link', { name: ko['oidc.backToMyInfo'] }).click()
  await enterPassword(page, PASSWORD)
  const rows = page.getByRole('listitem').filter({ hasText: ko['oidc.linkedAt'] })
  await expect(rows).toHaveCount(2)
  await rows.filter({ hasText: 'Star' }).getByRole('button').click()
  await page.getByRole('group').getByRole('button', { name: ko['oidc.unlink'] }).click()
  await expect(rows).toHaveCount(1)
  await page.goto(paths.home)
  await signOut(page)

  await page.goto(paths.signIn)
  await page.getByLabel(ko['accounts.rememberMe']).check()
  await goOnWith(page, '달빛').click()
  await expect(page).toHaveURL(/\/home$/)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name)).toContain('geulmaru_stay')
})

test('a person without an address at the provider types one @long', async ({ openPage }) => {
  const page = await openPage(node.url, DESKTOP, paths.signIn)
  await goOnWith(page, '달빛').click()
  await signInAtProvider(page, 'nameless')
  await page.getByLabel(ko['accounts.email']).fill('typed@example.com')
  await page.getByLabel(ko['accounts.username']).fill('주소를 쓴 사람')
  await page.getByLabel(ko['accounts.agree']).check()
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('an account with neither a password nor a link is told how to set a password @long', async ({
  openPage,
}) => {
  const page = await openPage(node.url, PHONE, paths.signIn)
  await goOnWith(page, '달빛').click()
  await signInAtProvider(page, 'lone')
  await page.getByLabel(ko['accounts.email']).fill('lone@example.com')
  await page.getByLabel(ko['accounts.username']).fill('패스키만 쓰는 사람')
  await page.getByLabel(ko['accounts.agree']).check()
  await page.getByRole('button', { name: ko['accounts.submitSignUp'] }).click()
  await expect(page).toHaveURL(/\/home$/)
  // As after the user has unlinked the provider, or the server has removed it.
  await page.route('**/api/oidc/list', route =>
    route.fulfill({ json: { success: true, links: [], hasPassword: false } }),
  )
  await page.goto(paths.myInfo)
  await expect(page.getByText(ko['oidc.proofByMail'])).toBeVisible()
  await expect(page.getByText(ko['oidc.proofLead'])).toHaveCount(0)
})

test('cancelling, and a link that somebody else began, lead back @long', async ({ openPage }) => {
  const page = await openPage(node.url, PHONE, paths.signIn)
  await goOnWith(page, 'Star').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(ko['oidc.failed.cancelled'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: ko['oidc.backToSignIn'] }).click()
  await expect(goOnWith(page, 'Star')).toBeVisible()
  await page.goto(`/api/oidc/star/callback?code=code&state=${'x'.repeat(43)}&iss=${star.issuer}`)
  await expect(page.getByText(ko['oidc.failed.expired'])).toBeVisible()
})

test('a server without providers shows no buttons and makes no request', async ({ newPage, site }) => {
  const page = await newPage(site.url, DESKTOP)
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.goto(paths.signIn)
  // The screen has been hydrated.
  await page.getByLabel(ko['accounts.password'], { exact: true }).fill('1')
  await expect(page.locator('.oidc-buttons')).toHaveCount(0)
  expect(requests.filter(url => url.includes('/api/oidc'))).toEqual([])
})
