import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { useRenameTopic } from './topics.queries.ts'
import './renameTopic.css'

interface RenameTopicProps {
  topicNo: number
  title: string
  onDone: () => void
}

/** A topic's name where it stands: Enter saves it, Esc leaves it as it was. */
export function RenameTopic({ topicNo, title, onDone }: RenameTopicProps) {
  const [typed, setTyped] = useState(title)
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const renaming = useRenameTopic()

  useEffect(() => field.current?.select(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const newTitle = topicTitleField.safeParse(typed).data
    setRefused(newTitle === undefined)
    if (newTitle === undefined || renaming.isPending) return
    if (newTitle === title) onDone()
    else renaming.mutate({ topicNo, title: newTitle }, { onSuccess: onDone })
  }

  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  return (
    <form className="rename-topic" onSubmit={submit} onKeyDown={leave} noValidate>
      <TextField
        ref={field}
        label={t('topics.newName')}
        max={TOPIC_TITLE_MAX}
        value={typed}
        onChange={text => {
          setTyped(text)
          setRefused(false)
        }}
        autoComplete="off"
        enterKeyHint="done"
        error={isRefused ? t('topics.titleLength') : renaming.error ? failureText(renaming.error) : undefined}
      />
      <div className="rename-topic__ways">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={renaming.isPending}>
          {t('topics.rename')}
        </Button>
      </div>
    </form>
  )
}
