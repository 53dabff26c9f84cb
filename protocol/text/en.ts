import { accounts } from './en/accounts.ts'
import { administration } from './en/administration.ts'
import { agora } from './en/agora.ts'
import { apiTokens } from './en/apiTokens.ts'
import { app, errors } from './en/app.ts'
import { discussion } from './en/discussion.ts'
import { exports } from './en/exports.ts'
import { feeds } from './en/feeds.ts'
import { find } from './en/find.ts'
import { formats } from './en/formats.ts'
import { home } from './en/home.ts'
import { hubs } from './en/hubs.ts'
import { inbox } from './en/inbox.ts'
import { links } from './en/links.ts'
import { mailNotifications } from './en/mailNotifications.ts'
import { markdown } from './en/markdown.ts'
import { notes } from './en/notes.ts'
import { oidc } from './en/oidc.ts'
import { passages } from './en/passages.ts'
import { publicLinks } from './en/publicLinks.ts'
import { series } from './en/series.ts'
import { shell } from './en/shell.ts'
import { tables } from './en/tables.ts'
import { tags } from './en/tags.ts'
import { templates } from './en/templates.ts'
import { topics } from './en/topics.ts'
import type { Catalogue } from './index.ts'

/** English, complete: a missing key does not compile. */
export const en: Catalogue = {
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
}
