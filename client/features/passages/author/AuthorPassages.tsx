import { useAtom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { PassageLayer } from '#client/features/passages/PassageLayer.tsx'
import { usePassageState } from '#client/features/passages/passages.state.ts'
import type { PassageWriter } from '#client/features/passages/passages.tools.ts'
import { authAtom } from '#client/session/session.ts'
import { entriesOf, groupByPassage } from './authorPassages.ts'
import { useNotePassages } from './notePassages.queries.ts'
import { PassageAtMark } from './PassageAtMark.tsx'

const NO_WRITERS: readonly PassageWriter[] = []

/** Draws the passages of all rooms into an own note, and shows what was left on the open one. */
export function AuthorPassages({ noteNo }: { noteNo: number }) {
  const rooms = useNotePassages(noteNo)
  const { userNo } = useAtomValue(authAtom)
  const state = usePassageState()
  const anchors = useAtomValue(state.anchors)
  const [openKey, setOpenKey] = useAtom(state.openKey)
  const groups = useMemo(() => groupByPassage(rooms), [rooms])
  const { inText } = useMemo(() => entriesOf(groups, anchors), [groups, anchors])
  const open = openKey === null ? undefined : inText.find(({ keys }) => keys.includes(openKey))
  if (groups.length === 0) return null
  return (
    <>
      <PassageLayer
        groups={groups}
        writers={NO_WRITERS}
        myNo={userNo}
        readUpTo={Number.POSITIVE_INFINITY}
        openKey={openKey}
        onOpen={setOpenKey}
      />
      {open && (
        <PassageAtMark
          key={open.key}
          noteNo={noteNo}
          entry={open}
          hubNos={rooms.map(({ hubNo }) => hubNo)}
          onClose={() => setOpenKey(null)}
        />
      )}
    </>
  )
}
