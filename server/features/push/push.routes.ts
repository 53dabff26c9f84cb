import * as calls from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { choose, describePush, turnOn } from './push.domain.ts'
import { choicesView } from './push.presenter.ts'

export function pushRoutes(context: Context): Route[] {
  return [
    route(calls.getPush).answer(async ({ session, say }) => {
      const { push, stays, rooms } = await describePush(context, session)
      const people = await context.people.of(rooms.flatMap(({ otherNos }) => otherNos))
      return {
        success: true,
        key: context.pushKey,
        stays,
        choices: push?.endpoint === undefined ? null : choicesView(push),
        rooms: rooms.map(({ hubNo, name = '', otherNos, own }) => ({
          hubNo,
          name,
          names: otherNos.map(userNo => personOrGone(userNo, people, say).userName),
          isMuted: own.muted ?? false,
        })),
      }
    }),

    route(calls.subscribePush).answer(async ({ session, input, say, language }) => {
      const rejected = await turnOn(context, session, { ...input, language })
      return rejected ? { success: false, message: say(rejected) } : { success: true }
    }),

    route(calls.choosePush).answer(async ({ session, input, say }) => {
      const rejected = await choose(context, session, input)
      return rejected ? { success: false, message: say(rejected) } : { success: true }
    }),

    route(calls.endPush).answer(async ({ session }) => {
      await context.stores.pushDevices.turnOff(session.tokenId)
      return { success: true }
    }),
  ]
}
