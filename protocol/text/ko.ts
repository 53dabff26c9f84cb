import { accounts } from './ko/accounts.ts'
import { administration } from './ko/administration.ts'
import { agora } from './ko/agora.ts'
import { blocking } from './ko/blocking.ts'
import { comments } from './ko/comments.ts'
import { common } from './ko/common.ts'
import { discussion } from './ko/discussion.ts'
import { find } from './ko/find.ts'
import { home } from './ko/home.ts'
import { hubs } from './ko/hubs.ts'
import { lookaround } from './ko/lookaround.ts'
import { markdown } from './ko/markdown.ts'
import { myInfo } from './ko/myInfo.ts'
import { notes } from './ko/notes.ts'
import { notices } from './ko/notices.ts'
import { shares } from './ko/shares.ts'
import { shell } from './ko/shell.ts'
import { topics } from './ko/topics.ts'
import { trash } from './ko/trash.ts'

/** The product's voice: 해요체, short, active. The source of every key; English must match it. */
export const ko = {
  ...common,
  ...shell,
  ...home,
  ...accounts,
  ...myInfo,
  ...topics,
  ...notes,
  ...trash,
  ...find,
  ...markdown,
  ...shares,
  ...hubs,
  ...blocking,
  ...discussion,
  ...comments,
  ...agora,
  ...administration,
  ...notices,
  ...lookaround,
} as const
