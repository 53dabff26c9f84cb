import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { entriesOf } from '#client/features/passages/author/authorPassages.ts'
import { PassageAtMark } from '#client/features/passages/author/PassageAtMark.tsx'
import { PassageLayer } from '#client/features/passages/PassageLayer.tsx'
import { usePassageState } from '#client/features/passages/passages.state.ts'
import { useOpenPassage } from '#client/features/passages/useOpenPassage.ts'
import { sampleMe } from './content/rooms.ts'
import { sampleGroups, sampleWriters } from './lookaround.passages.ts'
import { commentsOf } from './lookaround.views.ts'
import { minuteAtom, minuteClockAtom } from './useMinute.ts'

interface SamplePassagesProps {
  /** The plain text of the note. */
  text: string
  hubNo: number
  noteNo: number
}

/** The highlights of the friends and their comments on passages. The minute adds to them. Visitors can only read them. */
export function SamplePassages({ text, hubNo, noteNo }: SamplePassagesProps) {
  const clock = useAtomValue(minuteClockAtom)
  const minute = useAtomValue(minuteAtom)
  const anchors = useAtomValue(usePassageState().anchors)
  const { openKey, open, close } = useOpenPassage()
  const comments = commentsOf(hubNo, noteNo, { clock, minute })
  // The minute changes every second, but rarely in this note.
  const signature = `${comments.length} ${minute.highlighted.length} ${minute.composing.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature tells when they change
  const [groups, writers] = useMemo(
    () => [
      sampleGroups(text, { hubNo, noteNo }, { minute, comments }),
      sampleWriters(text, { hubNo, noteNo }, minute),
    ],
    [text, hubNo, noteNo, signature],
  )
  const openEntry =
    openKey === null
      ? undefined
      : entriesOf(groups, anchors).inText.find(({ keys }) => keys.includes(openKey))
  return (
    <>
      <PassageLayer
        groups={groups}
        writers={writers}
        myNo={sampleMe.userNo}
        readUpTo={Number.POSITIVE_INFINITY}
        openKey={openKey}
        onOpen={open}
      />
      {openEntry && anchors.has(openEntry.key) && (
        <PassageAtMark key={openEntry.key} entry={openEntry} noteNo={noteNo} hubNos={[]} onClose={close} />
      )}
    </>
  )
}
