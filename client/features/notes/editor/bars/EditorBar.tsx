import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { EditorMode } from '#client/features/notes/editor/layout/useEditorLayout.ts'
import { useNotesChanged } from '#client/features/notes/notes.queries.ts'
import { type Editor, isGone, useEditorState } from '#client/features/notes/sync/editor.ts'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { moveNotes } from '#protocol/notes.ts'

interface TopicPickerProps {
  editor: Editor
  /** The note itself, or the first part of its series, which is moved with all others. Null before the first save. */
  headNo: number | null
}

/** Shows the topic of the note and opens a dialog to choose another one. */
export function TopicPicker({ editor, headNo }: TopicPickerProps) {
  const topicNo = useEditorState(editor, state => state.topicNo)
  const chooseTopic = useTopicChoice(editor, headNo)
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
          onChoose={topic => {
            setOpen(false)
            chooseTopic(topic.topicNo)
          }}
        />
      </Dialog>
    </>
  )
}

/** Moves a saved note to another topic at once, and a new note at its first save. */
function useTopicChoice(editor: Editor, headNo: number | null): (topicNo: number) => void {
  const notesChanged = useNotesChanged()
  const showToast = useSetAtom(showToastAtom)

  async function choose(topicNo: number) {
    if (topicNo === editor.state().topicNo) return
    try {
      if (headNo !== null && !isGone(editor.state())) {
        await callApi(moveNotes, { noteNosJSON: JSON.stringify([headNo]), topicNo })
        notesChanged()
      }
      editor.document.moveTo(topicNo)
      editor.clearMessage()
    } catch (error) {
      showToast({ text: failureText(error) })
    }
  }

  return topicNo => void choose(topicNo)
}

interface ModeSwitchProps {
  mode: EditorMode
  modes: readonly EditorMode[]
  onChoose: (mode: EditorMode) => void
}

const LABELS = { write: 'notes.modeWrite', split: 'notes.modeSplit', result: 'notes.modeResult' } as const

export function ModeSwitch({ mode, modes, onChoose }: ModeSwitchProps) {
  const name = useId()
  return (
    <fieldset className="writing__modes">
      <legend className="visually-hidden">{t('notes.modes')}</legend>
      {modes.map(option => (
        <label key={option} className="writing__mode">
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={option === mode}
            onChange={() => onChoose(option)}
          />
          {t(LABELS[option])}
        </label>
      ))}
    </fieldset>
  )
}
