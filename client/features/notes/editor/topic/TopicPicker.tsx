import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'

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
        <span dir="auto">{title}</span>
        <Icon name="chevron" />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('notes.topicChoose')}>
        <ChooseTopic
          currentNo={topicNo}
          onChoose={chosen => {
            setOpen(false)
            onChoose(chosen.topicNo)
          }}
        />
      </Dialog>
    </>
  )
}
