import { useMemo, useState } from 'react'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import {
  type CollapsedLines,
  collapseUnchanged,
  type DiffChunk,
  diffTexts,
  startsChange,
} from './note.diff.ts'
import './version.css'

interface DiffViewProps {
  first: NoteContent
  second: NoteContent
  /** Labels of text that is only in the first or only in the second version. */
  onlyFirst: string
  onlySecond: string
}

/** Two versions of a note as one text with the differences marked. */
export function DiffView({ first, second, onlyFirst, onlySecond }: DiffViewProps) {
  const title = useMemo(() => diffTexts(first.title, second.title), [first.title, second.title])
  const text = useMemo(() => collapseUnchanged(diffTexts(first.text, second.text)), [first.text, second.text])
  if (first.title === second.title && first.text === second.text)
    return <p className="diff__none">{t('notes.differenceNone')}</p>
  return (
    <div className="diff">
      <p className="diff__legend">
        <del>{onlyFirst}</del> <ins>{onlySecond}</ins>
      </p>
      <p className="diff__title" dir="auto">
        <DiffChunks chunks={title} />
      </p>
      <div className="diff__text" dir="auto" {...scrollable(t('notes.textDifference'))}>
        <DiffChunks chunks={text} />
      </div>
    </div>
  )
}

function DiffChunks({ chunks }: { chunks: readonly (DiffChunk | CollapsedLines)[] }) {
  let length = 0
  return chunks.map((chunk, index) => {
    // The offset is a stable key: chunks never change places.
    const key = `${chunk.kind} ${length}`
    length += chunk.text.length + 1
    if (chunk.kind === 'collapsed') return <CollapsedText key={key} lines={chunk} />
    if (chunk.kind === 'same') return <span key={key}>{chunk.text}</span>
    const Tag = chunk.kind === 'first' ? 'del' : 'ins'
    // useDiffNavigation focuses elements with this attribute.
    const navigation = startsChange(chunks, index) ? { tabIndex: -1, 'data-change': '' } : {}
    const isBlank = /^\n+$/.test(chunk.text)
    return (
      <Tag key={key} className={isBlank ? 'diff__line-break' : undefined} {...navigation}>
        {chunk.text}
      </Tag>
    )
  })
}

function CollapsedText({ lines }: { lines: CollapsedLines }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <span className="diff__expanded">{lines.text}</span>
  return (
    <button type="button" className="diff__collapsed" onClick={() => setOpen(true)}>
      {t('notes.differenceFold', { count: lines.lines })}
    </button>
  )
}
