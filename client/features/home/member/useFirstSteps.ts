import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useHubPage } from '#client/features/hubs/hubs.live.ts'
import { allHubs } from '#client/features/hubs/hubs.queries.ts'
import { paths } from '#client/paths.ts'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { authAtom } from '#client/session/session.ts'
import { useLatestNotes } from './home.queries.ts'

/** Local storage key, present once a user of this device has done or closed the first steps. */
const keyOf = (userNo: number) => `first_steps/${userNo}`

export interface FirstStepsState {
  steps: readonly { name: 'write' | 'invite' | 'share'; isDone: boolean; path: string }[]
  close: () => void
}

/**
 * The first steps of a new member, derived from the lists of the home screen. `pending` until these are loaded, null if there is
 * nothing to show. Steps that are completed while shown stay until the next visit.
 */
export function useFirstSteps(): FirstStepsState | 'pending' | null {
  const { userNo } = useAtomValue(authAtom)
  const notes = useLatestNotes()
  const rooms = useHubPage(allHubs)
  const [isClosed, setClosed] = useState(() => readStored(keyOf(userNo)) !== null)
  const [isShown, setShown] = useState(false)

  const hubWithFriend = rooms.data?.hubs.find(({ userNos }) => userNos.some(no => no !== userNo))
  const roomPath = hubWithFriend ? paths.discussion(hubWithFriend.hubNo) : paths.friends
  const steps = [
    { name: 'write', isDone: (notes.data?.notes.length ?? 0) > 0, path: paths.newNote },
    { name: 'invite', isDone: hubWithFriend !== undefined, path: paths.friends },
    { name: 'share', isDone: notes.data?.hasShared ?? true, path: roomPath },
  ] as const
  const isLoaded = notes.data !== undefined && rooms.data !== undefined
  const isDone = isLoaded && steps.every(step => step.isDone)
  if (isLoaded && !isDone && !isShown) setShown(true)

  useEffect(() => {
    if (isDone) writeStored(keyOf(userNo), 'done')
  }, [isDone, userNo])

  function close() {
    writeStored(keyOf(userNo), 'done')
    setClosed(true)
  }

  if (isClosed) return null
  if (isShown) return { steps, close }
  return isLoaded || notes.isError || rooms.isError ? null : 'pending'
}
