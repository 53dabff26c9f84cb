import { useAtomValue } from 'jotai'
import type { DraftOwner } from '#client/features/comments/comments.drafts.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { currentKeys, movedPassagesAtom } from './movedPassages.ts'
import { useOpenPassage } from './useOpenPassage.ts'
import { usePassageGroups } from './usePassages.ts'

/** From this width on the thread is beside the note, and shows the open passage. In narrower windows a sheet does. */
const BESIDE = '(min-width: 62rem)'

/** The open passage; null if there is none, or if nobody has highlighted it or commented on it any more. */
export function useOpenGroup(owner: DraftOwner) {
  const { openKey, open, close } = useOpenPassage()
  const groups = usePassageGroups(owner)
  const moved = useAtomValue(movedPassagesAtom)
  const canBeBeside = useMediaQuery(BESIDE)
  const keys = openKey === null ? [] : currentKeys(moved, owner.place, openKey)
  const group = groups.findLast(({ key }) => keys.includes(key)) ?? null
  return { group, canBeBeside, isBeside: canBeBeside && group !== null, open, close }
}
