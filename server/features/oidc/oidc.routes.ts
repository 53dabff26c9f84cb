import type { OidcLinkView } from '#protocol/oidc.ts'
import * as calls from '#protocol/oidc.ts'
import type { Context } from '#server/context.ts'
import {
  deviceIdOf,
  setDeviceIdCookie,
  setRememberMeCookie,
} from '#server/features/accounts/accounts.cookies.ts'
import { signedInView } from '#server/features/accounts/accounts.presenter.ts'
import { mustConfirmEmail } from '#server/features/accounts/accounts.service.ts'
import type { CreatedSession } from '#server/features/accounts/sessions.service.ts'
import { myInfoView } from '#server/features/myInfo/myInfo.presenter.ts'
import { ownRecords } from '#server/features/myInfo/myInfo.service.ts'
import { forbidden } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Cookies, deviceOf } from '#server/platform/request.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { Session } from '#server/platform/session.ts'
import { browserHashOf, setBrowserCookie } from './oidc.cookies.ts'
import { finishLink, proveByOidc, unlink } from './oidc.links.service.ts'
import { linkAtSignIn, signInByOidc, signUpByOidc } from './oidc.signIn.service.ts'
import { type BeginRejection, beginLink, beginOidc, beginProof } from './oidc.transactions.service.ts'

interface Sender {
  userAgent: string
  address: string
  cookies: Cookies
}

export function oidcRoutes(context: Context): Route[] {
  const { repositories, oidcProviders, publicUrl, epoch } = context

  /** Another site must not replace the cookie. */
  function browserOf(cookies: Cookies): string {
    if (!cookies.isSameOrigin) throw forbidden()
    return setBrowserCookie(cookies, publicUrl)
  }

  function shownTicket({ ticket }: { ticket: string }, { userAgent, address, cookies }: Sender) {
    const origin = { device: deviceOf(userAgent), deviceId: deviceIdOf(cookies), address }
    return { ticket, browserHash: browserHashOf(cookies, publicUrl), origin }
  }

  function createdView(created: CreatedSession, cookies: Cookies) {
    setDeviceIdCookie(cookies, created.deviceId, publicUrl)
    setRememberMeCookie(cookies, created.rememberMeCookie, publicUrl)
    return signedInView(created, epoch)
  }

  function begunView(begun: { url: string } | { rejected: BeginRejection }, t: Translate) {
    if ('url' in begun) return { success: true as const, url: begun.url }
    const authenticated = begun.rejected !== 'accounts.passwordStepNeeded'
    return { success: false as const, authenticated, message: t(begun.rejected) }
  }

  async function linksView(session: Session) {
    const [{ user }, links] = await Promise.all([
      ownRecords(context, session),
      repositories.oidcLinks.findByUser(session.viewer.userNo),
    ])
    const views = links.map(({ linkId, issuer, createdAt, lastUsedAt }): OidcLinkView => {
      const { name, label } = oidcProviders.findByIssuer(issuer) ?? { name: '', label: new URL(issuer).host }
      return {
        linkId,
        provider: label,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }
    })
    return { success: true as const, links: views, hasPassword: !user.withoutPassword }
  }

  return [
    route(calls.getOidcProviders).handle(async () => ({
      success: true,
      providers: oidcProviders.all.map(({ name, label }) => ({ name, label })),
    })),

    route(calls.beginOidcSignIn).handle(async ({ input, cookies, t }) => {
      const browserHash = browserOf(cookies)
      const { provider, stays: rememberMe } = input
      return begunView(await beginOidc(context, { provider, purpose: 'signIn', browserHash, rememberMe }), t)
    }),

    route(calls.beginOidcLink).handle(async ({ session, input, cookies, t }) => {
      const browserHash = browserOf(cookies)
      return begunView(await beginLink(context, session, { ...input, browserHash }), t)
    }),

    route(calls.beginOidcProof).handle(async ({ session, input, cookies, t }) => {
      const browserHash = browserOf(cookies)
      return begunView(await beginProof(context, session, { ...input, browserHash }), t)
    }),

    route(calls.signInByOidc).handle(async ({ input, t, ...sender }) => {
      const result = await signInByOidc(context, shownTicket(input, sender), t)
      return 'step' in result ? { authenticated: false, ...result } : createdView(result, sender.cookies)
    }),

    route(calls.signUpByOidc).handle(async ({ input, t, ...sender }) => {
      const { username, email } = input
      const result = await signUpByOidc(context, { ...shownTicket(input, sender), username, email }, t)
      if (result !== 'expired' && 'authToken' in result) return createdView(result, sender.cookies)
      const fieldErrors = result === 'expired' ? {} : result.fieldErrors
      return {
        authenticated: false,
        isExpired: result === 'expired',
        emailMsg: fieldErrors.email ? t.any(fieldErrors.email) : '',
        usernameMsg: fieldErrors.username ? t.any(fieldErrors.username) : '',
      }
    }),

    route(calls.linkOidcAtSignIn).handle(async ({ input, t, ...sender }) => {
      const { password } = input
      const created = await linkAtSignIn(context, { ...shownTicket(input, sender), password }, t)
      return created === null ? { authenticated: false } : createdView(created, sender.cookies)
    }),

    route(calls.finishOidcLink).handle(async ({ session, input, cookies, t }) => {
      const browserHash = browserHashOf(cookies, publicUrl)
      const rejected = await finishLink(context, session, { ...input, browserHash })
      return rejected === null ? { success: true } : { success: false, message: t(rejected) }
    }),

    route(calls.proveByOidc).handle(async ({ session, input, cookies, t }) => {
      const browserHash = browserHashOf(cookies, publicUrl)
      const own = await proveByOidc(context, session, { ...input, browserHash })
      if (own === null) return { authenticated: false, message: t('oidc.notProven') }
      return myInfoView(own, mustConfirmEmail(context, own.user))
    }),

    route(calls.getOidcLinks).handle(({ session }) => linksView(session)),

    route(calls.unlinkOidc).handle(async ({ session, input, t }) => {
      if (await unlink(context, session, input.linkId)) return linksView(session)
      return { success: false, message: t('accounts.lastWayIn') }
    }),
  ]
}
