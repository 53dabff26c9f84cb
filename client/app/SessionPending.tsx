import { useSyncExternalStore } from 'react'
import { SignInCheck } from '#client/features/accounts/SignInCheck.tsx'
import { sessionCalls } from '#client/session/session.actions.ts'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'

/** In place of a screen until the session has been checked; with a retry where that can't even begin. */
export function SessionPending() {
  const { failure, isRetrying = false } = useSyncExternalStore(
    sessionCalls.subscribe,
    sessionCalls.arrival,
    sessionCalls.arrival,
  )
  if (failure === undefined) return <SignInCheck />
  const retry = () => void sessionCalls.load().catch(() => undefined)
  return <FailedScreen error={failure} isRetrying={isRetrying} retry={retry} />
}
