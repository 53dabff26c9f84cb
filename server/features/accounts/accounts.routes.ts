import * as calls from '#protocol/accounts.ts'
import { getPrivacyPolicy, getTermsOfContract } from '#protocol/policies.ts'
import type { Context } from '#server/context.ts'
import { pathOf } from '#server/platform/body/uploadedFile.ts'
import { deviceOf } from '#server/platform/device.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { checkRegistration, type FieldErrors } from './accounts.domain.ts'
import { signedInView } from './accounts.presenter.ts'
import { confirmEmail, sendConfirmation, signUp } from './confirmation.domain.ts'
import { keepDeviceId, shownDeviceId } from './deviceCookie.ts'
import { privacy } from './policies/privacy.ts'
import { terms } from './policies/terms.ts'
import { rememberMeCookieOf, setRememberMeCookie } from './rememberMe.cookie.ts'
import { resumeSession } from './rememberMe.domain.ts'
import { resetPassword } from './reset.domain.ts'
import { checkSignIn, signIn, signOut } from './signIn.domain.ts'

const fieldErrorsView = (fieldErrors: FieldErrors, say: Say) => ({
  emailMsg: fieldErrors.email ? say.any(fieldErrors.email) : '',
  usernameMsg: fieldErrors.username ? say.any(fieldErrors.username) : '',
  mobileMsg: fieldErrors.mobile ? say.any(fieldErrors.mobile) : '',
})

export function accountRoutes(context: Context): Route[] {
  return [
    route(calls.signIn).answer(async ({ input, userAgent, address, cookies, say }) => {
      const origin = { device: deviceOf(userAgent), deviceId: shownDeviceId(cookies), address }
      // Another site's form must not have a visitor stay signed in as whom it likes.
      const rememberMe = input.stays && cookies.areOurs
      const signedIn = await signIn(context, { ...input, stays: rememberMe, origin }, say)
      if (signedIn === null) return { authenticated: false }
      keepDeviceId(cookies, signedIn.deviceId, context.publicUrl)
      setRememberMeCookie(cookies, signedIn.rememberMeCookie, context.publicUrl)
      return signedInView(signedIn, context.epoch)
    }),

    route(calls.checkSignIn).answer(async ({ token, input, cookies }) => {
      const signedIn = await checkSignIn(context, input.authToken ?? token)
      if (signedIn !== null) return signedInView(signedIn, context.epoch)
      const shown = rememberMeCookieOf(cookies)
      if (shown === undefined) return { authenticated: false }
      const back = await resumeSession(context, shown)
      if (back === null || back.rememberMeCookie !== shown)
        setRememberMeCookie(cookies, back?.rememberMeCookie ?? null, context.publicUrl)
      return back === null ? { authenticated: false } : signedInView(back, context.epoch)
    }),

    route(calls.signOut).answer(async ({ token, input }) => {
      await signOut(context, await context.gate.find(input.authToken ?? token))
      return { authenticated: false }
    }),

    route(calls.checkRegData).answer(async ({ input, say }) => {
      const fieldErrors = await checkRegistration(context, input)
      return { isValid: Object.keys(fieldErrors).length === 0, ...fieldErrorsView(fieldErrors, say) }
    }),

    route(calls.register).answer(
      async ({ input, say }) => {
        const picture = input.profPicFile && pathOf(input.profPicFile)
        const result = await signUp(context, { ...input, picture }, say)
        if ('userNo' in result)
          return { success: true, userNo: result.userNo, confirmationSent: result.isLinkSent }
        return { success: false, message: say('error.invalid'), ...fieldErrorsView(result.fieldErrors, say) }
      },
      async input => Object.keys(await checkRegistration(context, input)).length === 0,
    ),

    route(calls.requestPasswordReset).answer(async ({ input, address, say }) => {
      if (await resetPassword(context, { email: input.email, address }, say)) return { success: true }
      return { success: false, message: say('accounts.notRegistered') }
    }),

    route(calls.confirmEmail).answer(async ({ session, input, say }) => {
      if (await confirmEmail(context, input.token, session)) return { success: true }
      return { success: false, message: say('accounts.confirmUseless') }
    }),

    route(calls.sendConfirmation).answer(async ({ viewer, say }) => {
      return { success: true, sent: await sendConfirmation(context, viewer.userNo, say) }
    }),

    route(getPrivacyPolicy).answer(async ({ language }) => ({ success: true, policy: privacy[language] })),
    route(getTermsOfContract).answer(async ({ language }) => ({ success: true, terms: terms[language] })),
  ]
}
