import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { renameTopic, topicTitleField } from '#protocol/topics.ts'
import { topicKeys, topicTitleQuery, useCreateTopic, useKnownTitles } from './topics.queries.ts'
import { newTopicTitleAtom } from './topics.state.ts'

interface NewTopicProps {
  /** The user has no topic yet, so the form is open. */
  isFirst: boolean
  /** Beside the notes, where another button is the main action. */
  isInColumn: boolean
  onCreated: () => void
}

/** The last row of the topics. It opens the form for a new one in its place. */
export function NewTopic({ isFirst, isInColumn, onCreated }: NewTopicProps) {
  // Text typed before the window width changed is still there.
  const [isOpen, setOpen] = useState(useAtomValue(newTopicTitleAtom) !== '')
  const [isCreated, setCreated] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isFormShown = isOpen || isFirst
  const wasFormShown = useRef(isFormShown)

  useEffect(() => {
    if (wasFormShown.current !== isFormShown) (isFormShown ? field : opener).current?.focus()
    wasFormShown.current = isFormShown
  }, [isFormShown])

  return (
    <>
      {isFormShown ? (
        <NewTopicForm
          field={field}
          isFirst={isFirst}
          isInColumn={isInColumn}
          onClose={() => setOpen(false)}
          onCreated={() => {
            setCreated(true)
            setOpen(false)
            onCreated()
          }}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          className="new-topic-opener"
          aria-expanded={false}
          onClick={() => {
            setCreated(false)
            setOpen(true)
          }}
        >
          <ToolIcon name="plus" />
          {t('topics.add')}
        </button>
      )}
      <p className="visually-hidden" role="status">
        {isCreated && t('topics.created')}
      </p>
    </>
  )
}

interface NewTopicFormProps extends NewTopicProps {
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

function NewTopicForm({ field, isFirst, isInColumn, onClose, onCreated }: NewTopicFormProps) {
  const [title, setTitle] = useAtom(newTopicTitleAtom)
  const [isRejected, setRejected] = useState(false)
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

  function close() {
    setTitle('')
    onClose()
  }

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isFirst && !isComposing(event)) close()
  }

  return (
    <form className="new-topic" onSubmit={submit} onKeyDown={closeOnEscape} noValidate>
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
      <div className="new-topic__buttons">
        {!isFirst && (
          <Button kind="quiet" onClick={close}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" kind={isInColumn ? 'plain' : 'primary'} busy={createTopic.isPending}>
          {t('topics.create')}
        </Button>
      </div>
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

/** A dialog, because the topic's column is too narrow for a field with two buttons. */
export function RenameTopic({ topicNo, title, onDone }: RenameTopicProps) {
  const rename = useRenameTopic()
  return (
    <Dialog open title={title} onClose={onDone}>
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
    </Dialog>
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
