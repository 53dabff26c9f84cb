import { accounts } from './ko/accounts.ts'
import { administration } from './ko/administration.ts'
import { agora } from './ko/agora.ts'
import { auditLog } from './ko/audit.ts'
import { blocking } from './ko/blocking.ts'
import { comments } from './ko/comments.ts'
import { common } from './ko/common.ts'
import { connection } from './ko/connection.ts'
import { discussion } from './ko/discussion.ts'
import { home } from './ko/home.ts'
import { hubs } from './ko/hubs.ts'
import { imports } from './ko/imports.ts'
import { inbox } from './ko/inbox.ts'
import { invitations } from './ko/invitations.ts'
import { keys } from './ko/keys.ts'
import { later } from './ko/later.ts'
import { lists } from './ko/lists.ts'
import { lookaround } from './ko/lookaround.ts'
import { markdown } from './ko/markdown.ts'
import { myInfo } from './ko/myInfo.ts'
import { notePictures } from './ko/notePictures.ts'
import { notes } from './ko/notes.ts'
import { notices } from './ko/notices.ts'
import { passkeys } from './ko/passkeys.ts'
import { previews } from './ko/previews.ts'
import { push } from './ko/push.ts'
import { quotas } from './ko/quotas.ts'
import { reactions } from './ko/reactions.ts'
import { rejections } from './ko/rejections.ts'
import { reports } from './ko/reports.ts'
import { find } from './ko/search.ts'
import { shares } from './ko/shares.ts'
import { shell } from './ko/shell.ts'
import { suspension } from './ko/suspension.ts'
import { topics } from './ko/topics.ts'
import { trash } from './ko/trash.ts'
import { trialDraft } from './ko/trialDraft.ts'

/** The product's voice: 해요체, short, active. The source of every key; English must match it. */
export const ko = {
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
} as const
