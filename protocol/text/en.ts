import { accounts } from './en/accounts.ts'
import { administration } from './en/administration.ts'
import { agora } from './en/agora.ts'
import { blocking } from './en/blocking.ts'
import { comments } from './en/comments.ts'
import { common } from './en/common.ts'
import { discussion } from './en/discussion.ts'
import { find } from './en/find.ts'
import { home } from './en/home.ts'
import { hubs } from './en/hubs.ts'
import { lookaround } from './en/lookaround.ts'
import { markdown } from './en/markdown.ts'
import { myInfo } from './en/myInfo.ts'
import { notes } from './en/notes.ts'
import { notices } from './en/notices.ts'
import { shares } from './en/shares.ts'
import { shell } from './en/shell.ts'
import { topics } from './en/topics.ts'
import { trash } from './en/trash.ts'

import type { Catalogue } from './index.ts'

/** English, complete: a key missing here does not compile. */
export const en: Catalogue = {
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
}
