import type { QueryClient } from '@tanstack/react-query'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import type { Passages } from '#client/features/passages/passages.cache.ts'
import { passagesPage } from '#client/features/passages/passages.queries.ts'
import type { EventBus } from '#client/live/eventBus.ts'
import { getPassages } from '#protocol/passages.ts'
import { askForPage, openLivePart } from './livePart.ts'
import type { TestUser } from './users.ts'

/** The passages of a note for any viewer. */
export type ShownPassages = ReturnType<typeof describePassages> | null

/** The passages of a note in a tab, updated by the client’s own code. */
export function openPassages(cache: QueryClient, user: TestUser, bus: EventBus, place: ThreadPlace) {
  const part = openLivePart(
    cache,
    passagesPage(cache, place, bus, asked => askForPage(user, getPassages, asked)),
  )
  return {
    ...part,
    place,
    /** Null if the note is not shared with the user. */
    shown(): ShownPassages {
      const passages = part.page()
      return passages ? describePassages(passages) : null
    },
  }
}

/** The same contents from a fresh request. */
export async function fetchPassages(user: TestUser, place: ThreadPlace): Promise<ShownPassages> {
  const { status, body } = await user.request(getPassages, place)
  return status === 200 ? describePassages(body) : null
}

/** Names only what it leaves out, so that a new field is compared. */
function describePassages(passages: Passages & { success?: true }) {
  const { success: _success, version: _version, goneHighlightNos: _highlightNos, ...others } = passages
  const { goneCommentNos: _commentNos, ...shared } = others
  return shared
}
