import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { mustConfirmEmail } from '#server/features/accounts/accounts.service.ts'
import { backupFailedMail } from '#server/features/accounts/mails.ts'
import { notifyOfFailedBackup } from '#server/features/inbox/inbox.events.ts'
import { DAY_MS } from '#server/platform/durations.ts'
import { translatorFor } from '#server/platform/i18n.ts'

/** Notifies administrators, at most once a day: in the inbox, and by mail if there is a mail server. */
export async function notifyBackupFailed(context: Context): Promise<void> {
  const { repositories, mailer, publicUrl, clock } = context
  const now = clock()
  const { notifiedAt } = await repositories.backupSchedule.findState()
  if (notifiedAt !== undefined && Math.abs(now.getTime() - notifiedAt.getTime()) < DAY_MS) return
  await repositories.backupSchedule.setNotified(now)
  const administrators = await repositories.users.findAdministrators()
  const active = administrators.filter(user => user.suspendedAt === undefined)
  await notifyOfFailedBackup(
    context,
    active.map(({ userNo }) => userNo),
  )
  if (!mailer.sendsMail) return
  // There is no request whose language could be used.
  const t = translatorFor(DEFAULT_LANGUAGE)
  for (const user of active)
    if (!mustConfirmEmail(context, user))
      mailer.send(backupFailedMail({ to: user.email, name: user.username, publicUrl }, t))
}
