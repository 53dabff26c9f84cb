import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { setSharedWriting, shareNote, unshareNote } from '#protocol/shares.ts'
import { showInPanel, showShareMessage } from './shares.messages.ts'
import {
  cancelPendingShare,
  delayShare,
  isSame,
  pendingSharesAtom,
  type ShareTarget,
} from './shares.pending.ts'
import { type ShareHubsPage, shareKeys, withSharing, withWriting } from './shares.queries.ts'

/** Requests in flight, by note and room. */
const sharesInFlightAtom = atom<readonly ShareTarget[]>([])

/** Completed shares without a message so far. */
const unannounced: ShareTarget[] = []

/** Shares a note after the undo delay, also if the panel or the screen is closed meanwhile. */
export function startShare(sharing: ShareTarget): void {
  delayShare(
    sharing,
    () => setSharing(sharing, true),
    () => announce(sharing, t('shares.takenBack')),
  )
  // Without an open panel PendingSharesToast shows it.
  showInPanel(sharing.noteNo, t('shares.willShare'))
}

export function undoShare(sharing: ShareTarget): void {
  cancelPendingShare(sharing)
  showInPanel(sharing.noteNo, t('shares.takenBack'))
}

export function withdrawShare(sharing: ShareTarget): void {
  // Another tab may have shared it during the delay.
  cancelPendingShare(sharing)
  void setSharing(sharing, false)
}

/** Shares the note or withdraws the share. Idempotent. Reports the result and never rejects. */
async function setSharing(sharing: ShareTarget, isShared: boolean): Promise<void> {
  const store = getDefaultStore()
  const { noteNo, hubNo } = sharing
  store.set(sharesInFlightAtom, all => [...all, sharing])
  try {
    await callApi(isShared ? shareNote : unshareNote, { hubNo, noteNo }, { keepalive: true })
    await updateCache(sharing, isShared)
    if (!isShared) announce(sharing, t('shares.cancelled'))
    else if (!showInPanel(noteNo, t('shares.shared'))) unannounced.push(sharing)
  } catch (error) {
    showShareMessage(
      noteNo,
      panel => panel.showError(error),
      () => ({ text: `${t('shares.failed')} ${failureText(error)}` }),
    )
  }
  store.set(sharesInFlightAtom, all => all.filter(other => other !== sharing))
  announceShared()
}

/** Lets the members of a room write the note, or ends that. Reports a failure and never rejects. */
export async function setWriting({ noteNo, hubNo }: ShareTarget, isOn: boolean): Promise<void> {
  const queryKey = shareKeys.ofNote(noteNo)
  const show = (value: boolean) =>
    queryClient.setQueriesData<ShareHubsPage>({ queryKey }, page => page && withWriting(page, hubNo, value))
  await queryClient.cancelQueries({ queryKey })
  show(isOn)
  try {
    await callApi(setSharedWriting, { hubNo, noteNo, isOn })
  } catch (error) {
    show(!isOn)
    showShareMessage(
      noteNo,
      panel => panel.showError(error),
      () => ({ text: `${t('shares.writingFailed')} ${failureText(error)}` }),
    )
  }
}

/** Shows one toast for all shares without an open panel, once none is pending or in flight. */
function announceShared(): void {
  const store = getDefaultStore()
  const isBusy = store.get(pendingSharesAtom).length > 0 || store.get(sharesInFlightAtom).length > 0
  if (isBusy || unannounced.length === 0) return
  const hubNos = new Set(unannounced.splice(0).map(({ hubNo }) => hubNo))
  const [hubNo] = hubNos
  if (hubNo === undefined) return
  const to = paths.discussion(hubNo)
  // In the room itself the link would lead nowhere.
  const isInRoom = `${location.pathname}${location.search}` === to
  store.set(
    showToastAtom,
    hubNos.size === 1
      ? { text: t('shares.shared'), ...(!isInRoom && { link: { label: t('shares.seeInRoom'), to } }) }
      : { text: t('shares.sharedInRooms', { count: hubNos.size }) },
  )
}
// A pending share may have been cancelled. A sent one is in flight after this task.
getDefaultStore().sub(pendingSharesAtom, () => queueMicrotask(announceShared))

async function updateCache({ noteNo, hubNo }: ShareTarget, isShared: boolean): Promise<void> {
  const queryKey = shareKeys.ofNote(noteNo)
  // A response in flight may predate this call.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<ShareHubsPage>({ queryKey }, page => page && withSharing(page, hubNo, isShared))
  await queryClient.invalidateQueries({ queryKey: shareKeys.notesFor(hubNo) })
  // Lists of notes show in how many hubs each note is shared.
  void queryClient.invalidateQueries({ queryKey: noteKeys.all, refetchType: 'none' })
}

function announce({ noteNo }: ShareTarget, message: string): void {
  showShareMessage(
    noteNo,
    panel => panel.showStatus(message),
    () => ({ text: message }),
  )
}

/** State of a share that is pending or in flight. */
export function useSharing(sharing: ShareTarget) {
  const isThis = isSame(sharing)
  return {
    /** Remaining seconds to undo; null if nothing is pending. */
    secondsLeft: useAtomValue(pendingSharesAtom).find(isThis)?.secondsLeft ?? null,
    isInFlight: useAtomValue(sharesInFlightAtom).some(isThis),
  }
}
