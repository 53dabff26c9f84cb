import { accounts } from './ko/accounts.ts'
import { administration } from './ko/administration.ts'
import { agora } from './ko/agora.ts'
import { apiTokens } from './ko/apiTokens.ts'
import { app, errors } from './ko/app.ts'
import { discussion } from './ko/discussion.ts'
import { exports } from './ko/exports.ts'
import { feeds } from './ko/feeds.ts'
import { find } from './ko/find.ts'
import { formats } from './ko/formats.ts'
import { home } from './ko/home.ts'
import { hubs } from './ko/hubs.ts'
import { inbox } from './ko/inbox.ts'
import { links } from './ko/links.ts'
import { mailNotifications } from './ko/mailNotifications.ts'
import { markdown } from './ko/markdown.ts'
import { notes } from './ko/notes.ts'
import { oidc } from './ko/oidc.ts'
import { passages } from './ko/passages.ts'
import { publicLinks } from './ko/publicLinks.ts'
import { series } from './ko/series.ts'
import { shell } from './ko/shell.ts'
import { tables } from './ko/tables.ts'
import { tags } from './ko/tags.ts'
import { templates } from './ko/templates.ts'
import { topics } from './ko/topics.ts'

/** The source of every key. Its tone is 해요체, short and active; English must match it. */
export const ko = {
  ...shell,
  ...app,
  ...errors,
  ...accounts,
  ...apiTokens,
  ...home,
  ...notes,
  ...markdown,
  ...formats,
  ...links,
  ...tags,
  ...topics,
  ...hubs,
  ...discussion,
  ...oidc,
  ...passages,
  ...publicLinks,
  ...feeds,
  ...find,
  ...series,
  ...tables,
  ...exports,
  ...templates,
  ...inbox,
  ...mailNotifications,
  ...agora,
  ...administration,
} as const

export type TextKey = keyof typeof ko

export function isTextKey(candidate: string): candidate is TextKey {
  return Object.hasOwn(ko, candidate)
}
