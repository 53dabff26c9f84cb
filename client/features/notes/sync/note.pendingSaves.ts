interface PendingSave {
  /** Null until the first save has returned the number. */
  noteNo: number | null
  ended: Promise<void>
}

/** Saves that continue on this page after their editors closed, by request key. */
const pendingSaves = new Map<string, PendingSave>()

export function addPendingSave(requestKey: string, noteNo: number | null, ended: Promise<void>): void {
  const save = { noteNo, ended }
  pendingSaves.set(requestKey, save)
  void ended.finally(() => pendingSaves.get(requestKey) === save && pendingSaves.delete(requestKey))
}

export const isSavePending = (requestKey: string) => pendingSaves.has(requestKey)

export async function waitForPendingSaves(): Promise<void> {
  await waitForAll(() => true)
}

/** An opening editor waits here, because a pending save changes what the server has. A save without a number may be a save of this note. */
export async function waitForSavesOf(noteNo: number): Promise<void> {
  await waitForAll(save => save.noteNo === null || save.noteNo === noteNo)
}

export async function waitForSaveOfDraft(requestKey: string): Promise<void> {
  await pendingSaves.get(requestKey)?.ended
}

async function waitForAll(matches: (save: PendingSave) => boolean): Promise<void> {
  await Promise.all([...pendingSaves.values()].filter(matches).map(({ ended }) => ended))
}
