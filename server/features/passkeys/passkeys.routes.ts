import type { PasskeyView } from '#protocol/passkeys.ts'
import * as calls from '#protocol/passkeys.ts'
import type { Context } from '#server/context.ts'
import {
  deviceIdOf,
  setDeviceIdCookie,
  setRememberMeCookie,
} from '#server/features/accounts/accounts.cookies.ts'
import { signedInView } from '#server/features/accounts/accounts.presenter.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { deviceOf } from '#server/platform/request.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { PasskeyRecord } from './passkeys.repository.ts'
import {
  finishRegistration,
  type Rejected,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startRegistration,
  startSignIn,
} from './passkeys.service.ts'

export function passkeyRoutes(context: Context): Route[] {
  async function passkeysView(userNo: number, t: Translate) {
    const passkeys = await context.repositories.passkeys.findByUser(userNo)
    return { success: true as const, passkeys: passkeys.map(passkey => passkeyView(passkey, t)) }
  }

  function rejectionView({ rejected }: Rejected, t: Translate) {
    const authenticated = rejected !== 'accounts.passwordStepNeeded'
    return { success: false as const, authenticated, message: t(rejected) }
  }

  return [
    route(calls.getPasskeys).handle(({ viewer, t }) => passkeysView(viewer.userNo, t)),

    route(calls.beginAddingPasskey).handle(async ({ session, t }) => {
      const registration = await startRegistration(context, session)
      return 'rejected' in registration
        ? rejectionView(registration, t)
        : { success: true, options: { ...registration.options } }
    }),

    route(calls.addPasskey).handle(async ({ session, viewer, input, userAgent, t }) => {
      const { credential } = input
      const rejected = await finishRegistration(context, session, { credential, device: deviceOf(userAgent) })
      return rejected ? rejectionView(rejected, t) : passkeysView(viewer.userNo, t)
    }),

    route(calls.renamePasskey).handle(async ({ session, viewer, input, t }) => {
      await renamePasskey(context, session, input)
      return passkeysView(viewer.userNo, t)
    }),

    route(calls.removePasskey).handle(async ({ session, viewer, input, t }) => {
      if (await removePasskey(context, session, input.passkeyId)) return passkeysView(viewer.userNo, t)
      return { success: false, message: t('accounts.lastWayIn') }
    }),

    route(calls.beginPasskeySignIn).handle(async ({ t }) => {
      const options = await startSignIn(context)
      if (options !== null) return { success: true, options: { ...options } }
      return { success: false, message: t('passkeys.notHere') }
    }),

    route(calls.signInByPasskey).handle(async ({ input, userAgent, address, cookies, t }) => {
      const origin = { device: deviceOf(userAgent), deviceId: deviceIdOf(cookies), address }
      const rememberMe = input.stays && cookies.isSameOrigin
      const signedIn = await signInByPasskey(context, { ...input, rememberMe, origin }, t)
      if (signedIn === null) return { authenticated: false }
      setDeviceIdCookie(cookies, signedIn.deviceId, context.publicUrl)
      setRememberMeCookie(cookies, signedIn.rememberMeCookie, context.publicUrl)
      return signedInView(signedIn, context.epoch)
    }),
  ]
}

function passkeyView({ passkeyId, name, createdAt, lastUsedAt }: PasskeyRecord, t: Translate): PasskeyView {
  return {
    passkeyId,
    name: name || t('accounts.unknownDevice'),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
