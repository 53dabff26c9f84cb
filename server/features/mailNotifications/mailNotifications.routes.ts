import * as calls from '#protocol/mailNotifications.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import { mustConfirmEmail } from '#server/features/accounts/accounts.service.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { getSettings, isDigestOf, setDigest } from './mailNotifications.service.ts'

export function mailNotificationRoutes(context: Context): Route[] {
  const { mailPreferences } = context.repositories
  return [
    route(calls.getMailSettings).handle(async ({ viewer, t }) => {
      const { user, choices, rooms } = await getSettings(context, viewer)
      const people = await context.people.getMany(rooms.flatMap(({ otherNos }) => otherNos))
      return {
        success: true,
        isAvailable: context.mailer.deliver !== null,
        mustConfirmEmail: mustConfirmEmail(context, user),
        choices,
        isDefault: user.mail?.choices === undefined && user.emailConfirmedAt !== undefined,
        off: user.mail?.off?.reason ?? null,
        rooms: rooms.map(room => ({
          hubNo: room.hubNo,
          name: room.name ?? '',
          names: room.otherNos.map(userNo => personOrDeleted(userNo, people, t).userName),
          isMuted: room.own.muted ?? false,
          hasDigest: isDigestOf(user.mail?.digests, room),
        })),
      }
    }),

    route(calls.chooseMail).handle(async ({ viewer, input, language }) => {
      await mailPreferences.choose(viewer.userNo, input, language)
      return { success: true }
    }),

    route(calls.setMailDigest).handle(async ({ viewer, input, language }) => {
      await setDigest(context, viewer, { ...input, language })
      return { success: true }
    }),

    route(calls.turnOnMail).handle(async ({ viewer }) => {
      await mailPreferences.turnOn(viewer.userNo)
      return { success: true }
    }),
  ]
}
