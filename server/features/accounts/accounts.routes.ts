import * as calls from '#protocol/accounts.ts'
import { getPrivacyPolicy, getTermsOfContract } from '#protocol/policies.ts'
import type { Context } from '#server/context.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { pathOf } from '#server/platform/body/multipart.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { deviceOf } from '#server/platform/request.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { deviceIdOf, rememberMeCookieOf, setDeviceIdCookie, setRememberMeCookie } from './accounts.cookies.ts'
import { signedInView } from './accounts.presenter.ts'
import {
  checkRegistration,
  confirmEmail,
  type FieldErrors,
  resetPassword,
  sendConfirmation,
  signUp,
} from './accounts.service.ts'
import { resumeSession } from './sessions.service.ts'
import { checkSignIn, signIn, signOut } from './signIn.service.ts'

const fieldErrorsView = (fieldErrors: FieldErrors, t: Translate) => ({
  emailMsg: fieldErrors.email ? t.any(fieldErrors.email) : '',
  usernameMsg: fieldErrors.username ? t.any(fieldErrors.username) : '',
  mobileMsg: fieldErrors.mobile ? t.any(fieldErrors.mobile) : '',
})

export function accountRoutes(context: Context): Route[] {
  return [
    route(calls.signIn).handle(async ({ input, userAgent, address, cookies, t }) => {
      const origin = { device: deviceOf(userAgent), deviceId: deviceIdOf(cookies), address }
      // A form on another site must not set a "remember me" cookie.
      const rememberMe = input.stays && cookies.isSameOrigin
      const signedIn = await signIn(context, { ...input, rememberMe, origin }, t)
      if (signedIn === null) return { authenticated: false }
      setDeviceIdCookie(cookies, signedIn.deviceId, context.publicUrl)
      setRememberMeCookie(cookies, signedIn.rememberMeCookie, context.publicUrl)
      return signedInView(signedIn, context.epoch)
    }),

    route(calls.checkSignIn).handle(async ({ token, input, cookies }) => {
      const signedIn = await checkSignIn(context, input.authToken ?? token)
      if (signedIn !== null) return signedInView(signedIn, context.epoch)
      const cookie = rememberMeCookieOf(cookies)
      if (cookie === undefined) return { authenticated: false }
      const back = await resumeSession(context, cookie)
      if (back === null || back.rememberMeCookie !== cookie)
        setRememberMeCookie(cookies, back?.rememberMeCookie ?? null, context.publicUrl)
      return back === null ? { authenticated: false } : signedInView(back, context.epoch)
    }),

    route(calls.signOut).handle(async ({ token, input }) => {
      await signOut(context, await context.gate.find(input.authToken ?? token))
      return { authenticated: false }
    }),

    route(calls.checkRegData).handle(async ({ input, t }) => {
      const fieldErrors = await checkRegistration(context, input)
      return { isValid: Object.keys(fieldErrors).length === 0, ...fieldErrorsView(fieldErrors, t) }
    }),

    route(calls.register).handle(
      async ({ input, t }) => {
        const picture = input.profPicFile && pathOf(input.profPicFile)
        const result = await signUp(context, { ...input, picture }, t)
        if ('userNo' in result)
          return { success: true, userNo: result.userNo, confirmationSent: result.isLinkSent }
        return { success: false, message: t('error.invalid'), ...fieldErrorsView(result.fieldErrors, t) }
      },
      async input => Object.keys(await checkRegistration(context, input)).length === 0,
    ),

    route(calls.requestPasswordReset).handle(async ({ input, address, t }) => {
      if (await resetPassword(context, { email: input.email, address }, t)) return { success: true }
      return { success: false, message: t('accounts.notRegistered') }
    }),

    route(calls.confirmEmail).handle(async ({ session, input, t }) => {
      if (await confirmEmail(context, input.token, session)) return { success: true }
      return { success: false, message: t('accounts.confirmUseless') }
    }),

    route(calls.sendConfirmation).handle(async ({ viewer, t }) => {
      return { success: true, sent: await sendConfirmation(context, viewer.userNo, t) }
    }),

    route(getPrivacyPolicy).handle(async ({ language }) => ({ success: true, policy: privacy[language] })),
    route(getTermsOfContract).handle(async ({ language }) => ({ success: true, terms: terms[language] })),
  ]
}
