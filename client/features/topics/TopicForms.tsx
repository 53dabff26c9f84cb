import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { renameTopic, topicTitleField } from '#protocol/topics.ts'
import { topicKeys, topicTitleQuery, useCreateTopic, useKnownTitles } from './topics.queries.ts'
import { newTopicTitleAtom } from './topics.state.ts'

export function NewTopicForm({ onCreated }: { onCreated: () => void }) {
  const [title, setTitle] = useAtom(newTopicTitleAtom)
  const [isRejected, setRejected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const createTopic = useCreateTopic()
  const isKnownTitle = useKnownTitles()
  const showToast = useSetAtom(showToastAtom)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (createTopic.isPending) return
    field.current?.focus()
    const isValid = topicTitleField.safeParse(title).success
    setRejected(!isValid)
    if (!isValid) return
    const isDuplicate = isKnownTitle(title)
    createTopic.mutate(title, {
      onSuccess() {
        if (isDuplicate) showToast({ text: t('topics.createdSame', { title: title.trim() }) })
        // Keep input typed since the submit.
        setTitle(typed => (typed === title ? '' : typed))
        onCreated()
      },
    })
  }

  function type(typed: string) {
    setTitle(typed)
    setRejected(false)
    if (!createTopic.isPending) createTopic.reset()
  }

  return (
    <form className="new-topic" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={t('topics.newTopic')}
        max={TOPIC_TITLE_MAX}
        value={title}
        onChange={type}
        autoComplete="off"
        enterKeyHint="done"
        error={errorOf(isRejected, createTopic.error)}
      />
      <Button type="submit" kind="primary" busy={createTopic.isPending}>
        {t('topics.create')}
      </Button>
      <p className="visually-hidden" role="status">
        {createTopic.isSuccess && t('topics.created')}
      </p>
    </form>
  )
}

function errorOf(isRejected: boolean, error: Error | null): string | undefined {
  if (isRejected) return t('topics.titleLength')
  return error ? failureText(error) : undefined
}

interface RenameTopicProps {
  topicNo: number
  title: string
  onDone: () => void
}

export function RenameTopic({ topicNo, title, onDone }: RenameTopicProps) {
  const rename = useRenameTopic()
  return (
    <NameForm
      label={t('topics.newName')}
      name={title}
      max={TOPIC_TITLE_MAX}
      check={typed => topicTitleField.safeParse(typed).data}
      rejection={t('topics.titleLength')}
      saving={rename}
      onSave={newTitle => rename.mutate({ topicNo, title: newTitle }, { onSuccess: onDone })}
      onDone={onDone}
    />
  )
}

/** Invalidates the lists of topics and of notes, which both show the title. */
function useRenameTopic() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { topicNo: number; title: string }) => callApi(renameTopic, change),
    onSuccess: (_, { topicNo, title }) => {
      cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
      return Promise.all([
        cache.invalidateQueries({ queryKey: topicKeys.all }),
        cache.invalidateQueries({ queryKey: noteKeys.all }),
      ])
    },
  })
}
