import { atom, getDefaultStore } from 'jotai'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { type ShareHubsPage, withSharing } from './shares.cache.ts'
import { sayInPanel, tellOfNote } from './shares.messages.ts'
import { shareKeys } from './shares.queries.ts'
import { putOffShare, type Sharing, takeBackShare, waitingSharesAtom } from './shares.waiting.ts'

/** By note and room: what the server was asked for and has not answered yet. */
export const sharingsUnderWayAtom = atom<readonly Sharing[]>([])

/** What was shared and has not been told yet. */
const untold: Sharing[] = []

/** Shares a note with a room when it can be taken back no longer; also after the panel or the screen is gone. */
export function beginSharing(sharing: Sharing): void {
  putOffShare(
    sharing,
    () => setSharing(sharing, true),
    () => tell(sharing, t('shares.takenBack')),
  )
  // Where no panel is open, the toast of what waits tells it.
  sayInPanel(sharing.noteNo, t('shares.willShare'))
}

/** Before anybody has heard of it. */
export function takeBackSharing(sharing: Sharing): void {
  takeBackShare(sharing)
  sayInPanel(sharing.noteNo, t('shares.takenBack'))
}

export function endSharing(sharing: Sharing): void {
  // Another tab may have shared it while it waited here.
  takeBackShare(sharing)
  void setSharing(sharing, false)
}

/** Shares the note with the room, or cancels that. Either may be repeated without harm. Says how it ended; never rejects. */
async function setSharing(sharing: Sharing, isShared: boolean): Promise<void> {
  const store = getDefaultStore()
  const { noteNo, hubNo } = sharing
  store.set(sharingsUnderWayAtom, all => [...all, sharing])
  try {
    await callApi(isShared ? shareNote : unshareNote, { hubNo, noteNo }, { keepalive: true })
    await keepInCache(sharing, isShared)
    if (!isShared) tell(sharing, t('shares.cancelled'))
    else if (!sayInPanel(noteNo, t('shares.shared'))) untold.push(sharing)
  } catch (error) {
    tellOfNote(
      noteNo,
      voice => voice.fail(error),
      () => ({ text: `${t('shares.failed')} ${failureText(error)}` }),
    )
  }
  store.set(sharingsUnderWayAtom, all => all.filter(other => other !== sharing))
  tellShared()
}

/** One toast for all that was shared where no panel tells of it, once nothing more is on its way. */
function tellShared(): void {
  const store = getDefaultStore()
  const isGoingOn = store.get(waitingSharesAtom).length > 0 || store.get(sharingsUnderWayAtom).length > 0
  if (isGoingOn || untold.length === 0) return
  const hubNos = new Set(untold.splice(0).map(({ hubNo }) => hubNo))
  const [hubNo] = hubNos
  if (hubNo === undefined) return
  const link = { label: t('shares.seeInRoom'), to: paths.discussion(hubNo) }
  store.set(
    showToastAtom,
    hubNos.size === 1
      ? { text: t('shares.shared'), link }
      : { text: t('shares.sharedInRooms', { count: hubNos.size }) },
  )
}
// What was waited for may have been taken back; what is sent is under way a moment later.
getDefaultStore().sub(waitingSharesAtom, () => queueMicrotask(tellShared))

async function keepInCache({ noteNo, hubNo }: Sharing, isShared: boolean): Promise<void> {
  const queryKey = shareKeys.ofNote(noteNo)
  // An answer on its way may be older than this.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<ShareHubsPage>({ queryKey }, page => page && withSharing(page, hubNo, isShared))
  await queryClient.invalidateQueries({ queryKey: shareKeys.notesFor(hubNo) })
  // Lists of notes tell in how many hubs each is shared.
  void queryClient.invalidateQueries({ queryKey: noteKeys.all, refetchType: 'none' })
}

function tell({ noteNo }: Sharing, sentence: string): void {
  tellOfNote(
    noteNo,
    voice => voice.say(sentence),
    () => ({ text: sentence }),
  )
}
