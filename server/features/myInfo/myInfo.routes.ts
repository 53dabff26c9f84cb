import type { OwnSessionView } from '#protocol/myInfo.ts'
import * as calls from '#protocol/myInfo.ts'
import type { Context } from '#server/context.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import { mustConfirmEmail } from '#server/features/accounts/accounts.service.ts'
import { createDataExport } from '#server/features/dataExport/dataExport.service.ts'
import { pathOf } from '#server/platform/body/multipart.ts'
import { Download } from '#server/platform/download.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { SessionRecord } from '#server/platform/session.repository.ts'
import type { Session } from '#server/platform/session.ts'
import { deleteOwnAccount } from './accountDeletion.service.ts'
import { myInfoView } from './myInfo.presenter.ts'
import {
  changeMyInfo,
  confirmPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './myInfo.service.ts'

export function myInfoRoutes(context: Context): Route[] {
  async function sessionsView(session: Session, t: Translate) {
    const sessions = await listOwnSessions(context, session)
    return {
      success: true as const,
      sessions: sessions.map(record => ownSessionView(record, session.tokenId, t)),
    }
  }

  return [
    route(calls.requestMyInfo).handle(async ({ session, input, t }) => {
      const own = await confirmPassword(context, session, input)
      if (own === null) return { authenticated: false, message: t('accounts.checkPassword') }
      return myInfoView(own, mustConfirmEmail(context, own.user))
    }),

    route(calls.updateMyInfo).handle(async ({ session, input, t }) => {
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
      const message = t(result.rejected)
      const isMobile = result.rejected === 'accounts.mobileTaken'
      return { success: false, authenticated: isMobile, message, mobileMsg: isMobile ? message : '' }
    }),

    route(calls.deleteAccount).handle(async ({ session, input, t }) => {
      const rejected = await deleteOwnAccount(context, session, input)
      return rejected === null ? { success: true } : { success: false, message: t.any(rejected) }
    }),

    route(calls.getSessions).handle(async ({ session, t }) => sessionsView(session, t)),

    route(calls.endOwnSession).handle(async ({ session, input, t }) => {
      await endOwnSession(context, session, input.sessionId)
      return sessionsView(session, t)
    }),

    route(calls.endOtherSessions).handle(async ({ session, t }) => {
      await endOtherSessions(context, session)
      return sessionsView(session, t)
    }),

    route(calls.exportData).handle(
      async ({ viewer }) =>
        new Download('geulmaru.zip', 'application/zip', await createDataExport(context, viewer)),
    ),
  ]
}

function ownSessionView(session: SessionRecord, currentId: string, t: Translate): OwnSessionView {
  return {
    sessionId: session.tokenId,
    device: session.device || t('accounts.unknownDevice'),
    createdAt: session.createdAt.toISOString(),
    lastSeen: session.lastSeen.toISOString(),
    isCurrent: session.tokenId === currentId,
    stays: session.rememberMe !== undefined,
  }
}
