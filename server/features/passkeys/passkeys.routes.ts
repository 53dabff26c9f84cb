import * as calls from '#protocol/passkeys.ts'
import type { Context } from '#server/context.ts'
import { signedInView } from '#server/features/accounts/accounts.presenter.ts'
import { keepDeviceId, shownDeviceId } from '#server/features/accounts/deviceCookie.ts'
import { setRememberMeCookie } from '#server/features/accounts/rememberMe.cookie.ts'
import { deviceOf } from '#server/platform/device.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { addPasskey, beginAdding, type Rejected, removePasskey, renamePasskey } from './passkeys.domain.ts'
import { passkeyView } from './passkeys.presenter.ts'
import { beginSignIn, signInByPasskey } from './passkeys.signIn.ts'

export function passkeyRoutes(context: Context): Route[] {
  async function passkeysView(userNo: number, say: Say) {
    const passkeys = await context.stores.passkeys.ofUser(userNo)
    return { success: true as const, passkeys: passkeys.map(passkey => passkeyView(passkey, say)) }
  }

  function rejectionView({ rejected }: Rejected, say: Say) {
    const authenticated = rejected !== 'accounts.passwordStepNeeded'
    return { success: false as const, authenticated, message: say(rejected) }
  }

  return [
    route(calls.getPasskeys).answer(({ viewer, say }) => passkeysView(viewer.userNo, say)),

    route(calls.beginAddingPasskey).answer(async ({ session, say }) => {
      const begun = await beginAdding(context, session)
      return 'rejected' in begun
        ? rejectionView(begun, say)
        : { success: true, options: { ...begun.options } }
    }),

    route(calls.addPasskey).answer(async ({ session, viewer, input, userAgent, say }) => {
      const { credential } = input
      const rejected = await addPasskey(context, session, { credential, device: deviceOf(userAgent) })
      return rejected ? rejectionView(rejected, say) : passkeysView(viewer.userNo, say)
    }),

    route(calls.renamePasskey).answer(async ({ session, viewer, input, say }) => {
      await renamePasskey(context, session, input)
      return passkeysView(viewer.userNo, say)
    }),

    route(calls.removePasskey).answer(async ({ session, viewer, input, say }) => {
      await removePasskey(context, session, input.passkeyId)
      return passkeysView(viewer.userNo, say)
    }),

    route(calls.beginPasskeySignIn).answer(async ({ say }) => {
      const options = await beginSignIn(context)
      if (options !== null) return { success: true, options: { ...options } }
      return { success: false, message: say('passkeys.notHere') }
    }),

    route(calls.signInByPasskey).answer(async ({ input, userAgent, address, cookies, say }) => {
      const origin = { device: deviceOf(userAgent), deviceId: shownDeviceId(cookies), address }
      const rememberMe = input.stays && cookies.areOurs
      const signedIn = await signInByPasskey(context, { ...input, stays: rememberMe, origin }, say)
      if (signedIn === null) return { authenticated: false }
      keepDeviceId(cookies, signedIn.deviceId, context.publicUrl)
      setRememberMeCookie(cookies, signedIn.rememberMeCookie, context.publicUrl)
      return signedInView(signedIn, context.epoch)
    }),
  ]
}
