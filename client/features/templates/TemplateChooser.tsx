import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import { storeCopyForEditor } from '#client/features/documents/documentStore.ts'
import { createCopy } from '#client/features/documents/storedDocument.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { readTemplate, templatesQuery } from './templates.queries.ts'
import { builtInTemplates, fillTemplate, type Template } from './templates.ts'
import './templates.css'

interface TemplateChooserProps {
  /** The topic of the new note. */
  topicNo: number
  /** The screen is an empty note, which the user need not come back to. */
  isReplacing?: boolean
  onClose: () => void
}

/** Begins a new note from a template: an own one, or one that comes with the product. The latter also work offline. */
export function TemplateChooser({ topicNo, isReplacing = false, onClose }: TemplateChooserProps) {
  const own = useQuery(templatesQuery)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { userNo } = useAtomValue(authAtom)

  const begin = useMutation({
    // The draft is stored on this device.
    networkMode: 'always',
    async mutationFn(load: () => Template | Promise<Template>) {
      const documentId = makeRequestKey()
      const copy = createCopy({ userNo, topicNo, documentId, content: await load() })
      await storeCopyForEditor(copy)
      return paths.draft(topicNo, documentId)
    },
  })
  // Not after the dialog was closed: the user may be typing another note.
  const onSuccess = (draft: string) => void navigate(draft, { replace: isReplacing })

  const row = (key: number | string, name: string, load: () => Template | Promise<Template>) => (
    <li key={key}>
      <button
        type="button"
        className="templates__item"
        dir="auto"
        disabled={begin.isPending}
        onClick={() => begin.mutate(load, { onSuccess })}
      >
        {name}
      </button>
    </li>
  )

  return (
    <Dialog open title={t('templates.use')} onClose={onClose}>
      <p className="templates__hint">{t('templates.hint', { topic: t('templates.topic') })}</p>
      {begin.error && <Message kind="error">{failureText(begin.error)}</Message>}
      {own.isPending && <SkeletonRows rows={2} height={44} />}
      <LoadFailure query={own} />
      <ul className="templates">
        {own.data?.map(({ noteNo, title }) =>
          row(noteNo, title, async () => fillTemplate(await readTemplate(cache, noteNo), new Date())),
        )}
        {builtInTemplates(new Date()).map(({ name, ...template }) => row(name, name, () => template))}
      </ul>
    </Dialog>
  )
}
