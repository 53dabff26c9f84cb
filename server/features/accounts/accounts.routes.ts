import * as calls from '#protocol/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { type Complaints, checkRegistration, register, signIn, signOut } from './accounts.domain.ts'
import { signedInView } from './accounts.presenter.ts'

const complaintsView = (complaints: Complaints, say: Say) => ({
  emailMsg: complaints.email ? say.any(complaints.email) : '',
  usernameMsg: complaints.username ? say.any(complaints.username) : '',
  mobileMsg: complaints.mobile ? say.any(complaints.mobile) : '',
})

export function accountRoutes(context: Context): Route[] {
  return [
    route(calls.signIn).answer(async ({ input }) => {
      const signedIn = await signIn(context, input.email, input.password)
      return signedIn ? signedInView(signedIn.user, signedIn.authToken) : { authenticated: false }
    }),

    route(calls.checkSignIn).answer(async ({ token, input }) => {
      const authToken = input.authToken ?? token
      const session = await context.gate.find(authToken)
      const user = session && (await context.stores.users.byNo(session.viewer.userNo))
      return user && authToken !== undefined ? signedInView(user, authToken) : { authenticated: false }
    }),

    route(calls.signOut).answer(async ({ token, input }) => {
      await signOut(context, await context.gate.find(input.authToken ?? token))
      return { authenticated: false }
    }),

    route(calls.checkRegData).answer(async ({ input, say }) => {
      const complaints = await checkRegistration(context, input)
      return { isValid: Object.keys(complaints).length === 0, ...complaintsView(complaints, say) }
    }),

    route(calls.register).answer(async ({ input, say }) => {
      const result = await register(context, input)
      if ('userNo' in result) return { success: true, userNo: result.userNo }
      return { success: false, message: say('error.invalid'), ...complaintsView(result.complaints, say) }
    }),
  ]
}
