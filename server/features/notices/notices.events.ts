import { NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { noticeView } from './notices.presenter.ts'

/** The list is read after the change took its version: of two lists the one with the higher version is right. */
export async function publishNotices({ stores, counters, live }: Context): Promise<void> {
  const version = await counters.next('noticesVersion')
  const notices = await stores.notices.newest(1, NOTICES_SHOWN_MAX)
  live.emitToEverybody('notices:changed', { version, itemList: notices.map(noticeView) })
}
