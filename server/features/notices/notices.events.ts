import { NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { noticeView } from './notices.presenter.ts'

/** Reads the list after the version bump: of two lists the one with the higher version is right. */
export async function publishNotices({ repositories, counters, live }: Context): Promise<void> {
  const version = await counters.next('noticesVersion')
  const notices = await repositories.notices.findNewest(1, NOTICES_SHOWN_MAX)
  live.emitToEverybody('notices:changed', { version, itemList: notices.map(noticeView) })
}
