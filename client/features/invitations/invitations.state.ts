import { keptViewStateAtom, viewStateAtom } from '#client/session/viewState.ts'

/**
 * The token of the invitation that this tab was opened with, so that it outlives signing up and signing in. The address loses it
 * at once, so it stands in no history.
 */
export const receivedInvitationAtom = keptViewStateAtom<{ token: string | null }>(
  { token: null },
  'invitation',
)

/** A link that was made in this tab. The server does not know its token any more. */
export interface MadeLink {
  token: string
  madeAt: string
}

/** By hub, until the page is loaded anew. */
export const madeLinksAtom = viewStateAtom<ReadonlyMap<number, MadeLink>>(new Map())
