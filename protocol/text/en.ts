import { accounts } from './en/accounts.ts'
import { administration } from './en/administration.ts'
import { agora } from './en/agora.ts'
import { auditLog } from './en/audit.ts'
import { blocking } from './en/blocking.ts'
import { comments } from './en/comments.ts'
import { common } from './en/common.ts'
import { connection } from './en/connection.ts'
import { discussion } from './en/discussion.ts'
import { home } from './en/home.ts'
import { hubs } from './en/hubs.ts'
import { imports } from './en/imports.ts'
import { inbox } from './en/inbox.ts'
import { invitations } from './en/invitations.ts'
import { keys } from './en/keys.ts'
import { later } from './en/later.ts'
import { lists } from './en/lists.ts'
import { lookaround } from './en/lookaround.ts'
import { markdown } from './en/markdown.ts'
import { myInfo } from './en/myInfo.ts'
import { notePictures } from './en/notePictures.ts'
import { notes } from './en/notes.ts'
import { notices } from './en/notices.ts'
import { passkeys } from './en/passkeys.ts'
import { previews } from './en/previews.ts'
import { push } from './en/push.ts'
import { quotas } from './en/quotas.ts'
import { reactions } from './en/reactions.ts'
import { rejections } from './en/rejections.ts'
import { reports } from './en/reports.ts'
import { find } from './en/search.ts'
import { shares } from './en/shares.ts'
import { shell } from './en/shell.ts'
import { suspension } from './en/suspension.ts'
import { topics } from './en/topics.ts'
import { trash } from './en/trash.ts'
import { trialDraft } from './en/trialDraft.ts'

import type { Catalogue } from './index.ts'

/** English, complete: a key missing here does not compile. */
export const en: Catalogue = {
  ...common,
  ...rejections,
  ...shell,
  ...later,
  ...connection,
  ...home,
  ...accounts,
  ...myInfo,
  ...passkeys,
  ...lists,
  ...suspension,
  ...auditLog,
  ...topics,
  ...notes,
  ...notePictures,
  ...trash,
  ...imports,
  ...reactions,
  ...find,
  ...keys,
  ...markdown,
  ...shares,
  ...quotas,
  ...hubs,
  ...blocking,
  ...inbox,
  ...push,
  ...invitations,
  ...discussion,
  ...comments,
  ...agora,
  ...administration,
  ...previews,
  ...reports,
  ...notices,
  ...lookaround,
  ...trialDraft,
}
