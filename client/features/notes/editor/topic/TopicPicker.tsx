import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { useFocusOnOpen } from '#client/ui/useFocusOnOpen.ts'
import type { TopicView } from '#protocol/topics.ts'
import { allTopicsQuery, topicsWith } from './note.topics.ts'
import './topicChoice.css'

interface TopicPickerProps {
  topicNo: number
  onChoose: (topicNo: number) => void
}

/** The topic of what is written, and the choice of another one. */
export function TopicPicker({ topicNo, onChoose }: TopicPickerProps) {
  const title = useQuery(topicTitleQuery(topicNo)).data ?? t('notes.topic')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="writing__topic"
        aria-haspopup="dialog"
        aria-label={t('notes.topicOf', { title })}
        title={title}
        onClick={() => setOpen(true)}
      >
        <span>{title}</span>
        <Icon name="chevron" />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('notes.topicChoose')}>
        <TopicChoice
          topicNo={topicNo}
          onChoose={chosen => {
            setOpen(false)
            onChoose(chosen)
          }}
        />
      </Dialog>
    </>
  )
}

function TopicChoice({ topicNo, onChoose }: { topicNo: number; onChoose: (topicNo: number) => void }) {
  const topics = useQuery(allTopicsQuery)
  if (topics.isPending) return <SkeletonRows rows={4} height={44} />
  if (!topics.data) return <LoadFailure query={topics} />
  return <FilteredTopics topics={topics.data} topicNo={topicNo} onChoose={onChoose} />
}

interface FilteredTopicsProps extends TopicPickerProps {
  topics: readonly TopicView[]
}

/** Enter takes the first of those that are left. */
function FilteredTopics({ topics, topicNo, onChoose }: FilteredTopicsProps) {
  const [words, setWords] = useState('')
  const field = useFocusOnOpen<HTMLInputElement>()
  const shown = topicsWith(words, topics)
  const [first] = shown
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (words.trim() !== '' && first) onChoose(first.subjectNo)
      }}
    >
      <TextField
        ref={field}
        label={t('notes.topicFilter')}
        hideLabel
        placeholder={t('notes.topicFilter')}
        value={words}
        onChange={setWords}
        autoComplete="off"
      />
      <ul className="topic-choice">
        {shown.map(({ subjectNo, title, noteCount }) => (
          <li key={subjectNo}>
            <button
              type="button"
              className="topic-choice__one"
              aria-current={subjectNo === topicNo || undefined}
              onClick={() => onChoose(subjectNo)}
            >
              <span>{title}</span>
              <span className="topic-choice__count">{noteCount}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="topic-choice__none">{t('notes.topicNone')}</p>}
    </form>
  )
}
