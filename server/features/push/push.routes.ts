import * as calls from '#protocol/push.ts'
import { type PushChoices, type PushKind, pushKinds } from '#protocol/push.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { Push } from '#server/platform/session.repository.ts'
import { enablePush, getPushSettings, setPushChoices } from './push.service.ts'

export function pushRoutes(context: Context): Route[] {
  return [
    route(calls.getPush).handle(async ({ session, t }) => {
      const { push, isRemembered, rooms } = await getPushSettings(context, session)
      const people = await context.people.getMany(rooms.flatMap(({ otherNos }) => otherNos))
      return {
        success: true,
        key: context.pushKey,
        stays: isRemembered,
        choices: push?.endpoint === undefined ? null : choicesView(push),
        rooms: rooms.map(({ hubNo, name = '', otherNos, own }) => ({
          hubNo,
          name,
          names: otherNos.map(userNo => personOrDeleted(userNo, people, t).userName),
          isMuted: own.muted ?? false,
        })),
      }
    }),

    route(calls.subscribePush).handle(async ({ session, input, t, language }) => {
      const rejected = await enablePush(context, session, { ...input, language })
      return rejected ? { success: false, message: t(rejected) } : { success: true }
    }),

    route(calls.choosePush).handle(async ({ session, input, t }) => {
      const rejected = await setPushChoices(context, session, input)
      return rejected ? { success: false, message: t(rejected) } : { success: true }
    }),

    route(calls.endPush).handle(async ({ session }) => {
      await context.repositories.pushDevices.turnOff(session.tokenId)
      return { success: true }
    }),
  ]
}

function choicesView({ kinds, quiet, showsText, offHubNos }: Push): PushChoices {
  const isKind = (kind: string): kind is PushKind => pushKinds.some(each => each === kind)
  return { kinds: kinds.filter(isKind), quiet: quiet ?? null, showsText, offHubNos }
}
