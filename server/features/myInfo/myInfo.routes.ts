import * as calls from '#protocol/myInfo.ts'
import type { Context } from '#server/context.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import { mustConfirmEmail } from '#server/features/accounts/confirmation.domain.ts'
import { createDataExport } from '#server/features/dataExport/dataExport.domain.ts'
import { pathOf } from '#server/platform/body/uploadedFile.ts'
import { Download } from '#server/platform/download.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { Session } from '#server/platform/session.ts'
import { deleteOwnAccount } from './accountDeletion.domain.ts'
import { changeMyInfo, proveOneself } from './myInfo.domain.ts'
import { myInfoView, ownSessionView } from './myInfo.presenter.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './ownSessions.domain.ts'

export function myInfoRoutes(context: Context): Route[] {
  async function sessionsView(session: Session, say: Say) {
    const sessions = await listOwnSessions(context, session)
    return {
      success: true as const,
      sessions: sessions.map(record => ownSessionView(record, session.tokenId, say)),
    }
  }

  return [
    route(calls.requestMyInfo).answer(async ({ session, input, say }) => {
      const own = await proveOneself(context, session, input)
      if (own === null) return { authenticated: false, message: say('accounts.checkPassword') }
      return myInfoView(own, mustConfirmEmail(context, own.user))
    }),

    route(calls.updateMyInfo).answer(async ({ session, input, say }) => {
      const result = await changeMyInfo(context, session, {
        mobile: input.mobile,
        password: input.password,
        picture: input.imagefile0 && pathOf(input.imagefile0),
        isPictureRemoved: input.removedFileList.length > 0,
      })
      if ('changed' in result) {
        const { mobile, pictureId } = result.changed
        const profPicURL = picturePath(pictureId === undefined ? {} : { pictureId })
        return { success: true, mobile: mobile ?? '', profPicURL, mobileMsg: '' }
      }
      const message = say(result.rejected)
      const isMobile = result.rejected === 'accounts.mobileTaken'
      return { success: false, authenticated: isMobile, message, mobileMsg: isMobile ? message : '' }
    }),

    route(calls.deleteAccount).answer(async ({ session, input, say }) => {
      const rejected = await deleteOwnAccount(context, session, input)
      return rejected === null ? { success: true } : { success: false, message: say.any(rejected) }
    }),

    route(calls.getSessions).answer(async ({ session, say }) => sessionsView(session, say)),

    route(calls.endOwnSession).answer(async ({ session, input, say }) => {
      await endOwnSession(context, session, input.sessionId)
      return sessionsView(session, say)
    }),

    route(calls.endOtherSessions).answer(async ({ session, say }) => {
      await endOtherSessions(context, session)
      return sessionsView(session, say)
    }),

    route(calls.exportData).answer(
      async ({ viewer }) =>
        new Download('geulmaru.zip', 'application/zip', await createDataExport(context, viewer)),
    ),
  ]
}
