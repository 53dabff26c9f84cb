import { persistedViewStateAtom, viewStateAtom } from '#client/session/viewState.ts'

/**
 * The invitation token of this tab, kept during sign-up and sign-in. It is removed from the URL at once, so
 * that no history contains it.
 */
export const receivedInvitationAtom = persistedViewStateAtom<{ token: string | null }>(
  { token: null },
  'invitation',
)

/** A link created in this tab. The server cannot show its token again. */
export interface CreatedLink {
  token: string
  madeAt: string
}

/** By hub number, until the page is reloaded. */
export const createdLinksAtom = viewStateAtom<ReadonlyMap<number, CreatedLink>>(new Map())
