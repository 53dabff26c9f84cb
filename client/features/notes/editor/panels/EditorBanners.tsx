import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { isDirty, type OfferedDraft, type OtherVersion } from '#client/features/notes/sync/editor.reducer.ts'
import { type Editor, useEditorState } from '#client/features/notes/sync/editor.ts'
import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import {
  type Draft,
  deleteDraft,
  findUnlockedDraft,
  getDraftName,
  saveDraft,
  type UnlockedDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { useOnFocusLost } from '#client/platform/browser/focus.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useOncePainted } from '#client/platform/browser/useTimers.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { FailedLine } from '#client/ui/Message.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import './panels.css'

interface EditorBannersProps {
  editor: Editor
  hasOtherTabs: boolean
  /** The draft in the URL is open in another tab. */
  isDraftInOtherTab: boolean
  unfinished: readonly UnlockedDraft[]
  /** `hasText`: the text of this editor stays as a draft of its own. */
  onContinue: (draft: Draft, hasText: boolean) => void
  onDiscard: () => void
  onSave: () => void
  /** The focused button of a banner unmounted. */
  onFocusLost: () => void
}

/** Notices and decisions above the text. */
export function EditorBanners({
  editor,
  hasOtherTabs,
  isDraftInOtherTab,
  unfinished: [newest, ...others],
  onContinue,
  ...on
}: EditorBannersProps) {
  const offeredDraft = useEditorState(editor, state => state.offeredDraft)
  const conflict = useEditorState(editor, state => state.conflict)
  const isNew = useEditorState(editor, state => state.noteNo === null)
  const topicNo = useEditorState(editor, state => state.topicNo)
  return (
    <div className="writing__banners">
      <p className="writing__other-tab" role="status">
        {hasOtherTabs && t('notes.otherTab')}
        {isDraftInOtherTab && isNew && t('notes.draftInOtherTab')}
      </p>
      {newest && isNew && (
        <UnfinishedDraft
          drafts={[newest, ...others]}
          topicNo={newest.topicNo ?? topicNo}
          onContinue={draft => onContinue(draft, isDirty(editor.state()))}
          onFocusLost={on.onFocusLost}
        />
      )}
      {offeredDraft && (
        <DraftOffer
          draft={offeredDraft}
          onDiscard={on.onDiscard}
          onContinue={() => {
            editor.dispatch({ type: 'draftAccepted' })
            on.onFocusLost()
          }}
        />
      )}
      {conflict && <ConflictPanel editor={editor} theirs={conflict} {...on} />}
    </div>
  )
}

interface DraftOfferProps {
  draft: OfferedDraft
  onContinue: () => void
  onDiscard: () => void
}

/** Says that the editor shows a restored draft. Typing accepts the draft as well. */
export function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  const { isOfGoneNote, isOfLink, keptAt } = draft
  const message = isOfGoneNote ? 'notes.draftOfGoneNote' : isOfLink ? 'notes.draftOfLink' : 'notes.draftFound'
  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="draft-offer">
      <ToolIcon name="pen" />
      <p>
        <strong id="draft-offer">{t(message)}</strong> {t('notes.draftKept')} · <RelativeTime at={keptAt} />
      </p>
      <div className="writing__banner-actions">
        <Button kind="quiet" onClick={onDiscard}>
          {t('notes.draftDiscard')}
        </Button>
        <Button onClick={onContinue}>{t('notes.draftContinue')}</Button>
      </div>
    </section>
  )
}

interface UnfinishedDraftProps {
  /** Newest first, at least one. */
  drafts: readonly [UnlockedDraft, ...UnlockedDraft[]]
  topicNo: number
  onContinue: (draft: Draft) => void
  /** The banner closed, and its focused button unmounted. */
  onFocusLost: () => void
}

/** Offers the newest unfinished draft above an empty editor. The lists and the next new note offer it again. */
function UnfinishedDraft({ drafts, topicNo, onContinue, onFocusLost }: UnfinishedDraftProps) {
  const [isOpen, setOpen] = useState(true)
  const showToast = useSetAtom(showToastAtom)
  const [newest, ...others] = drafts
  if (!isOpen) return null

  function close() {
    setOpen(false)
    onFocusLost()
  }

  /** Reads the draft again, because another tab may have opened, sent or discarded it. */
  async function reload(): Promise<Draft | undefined> {
    const draft = await findUnlockedDraft(newest.subject)
    if (draft !== undefined) return draft
    showToast({ text: t('notes.draftNotHere') })
    close()
  }

  async function resume() {
    const draft = await reload()
    if (draft !== undefined) onContinue(draft)
  }

  async function discard() {
    const draft = await reload()
    if (draft === undefined) return
    void deleteDraft(newest.subject)
    close()
    const undo = () => {
      void saveDraft(newest.subject, draft)
      setOpen(true)
    }
    showToast({ text: t('notes.draftDiscarded'), action: { label: t('common.undo'), run: undo } })
  }

  return (
    <section className="writing__banner writing__banner--draft" aria-labelledby="unfinished-draft">
      <ToolIcon name="pen" />
      <p>
        <strong id="unfinished-draft">{t(messageOf(newest))}</strong>{' '}
        {getDraftName(newest) || t('notes.untitled')} · <RelativeTime at={newest.keptAt} />
      </p>
      <div className="writing__banner-actions">
        {others.length > 0 && (
          <ButtonLink kind="quiet" to={paths.notes(topicNo)}>
            {t('notes.draftsMore', { count: others.length })}
          </ButtonLink>
        )}
        <Button kind="quiet" onClick={() => void discard()}>
          {t('notes.draftDiscard')}
        </Button>
        <Button kind="quiet" onClick={close}>
          {t('notes.draftLater')}
        </Button>
        <Button onClick={() => void resume()}>{t('notes.draftContinue')}</Button>
      </div>
    </section>
  )
}

function messageOf({ isOfGoneNote, isOfLink }: Draft) {
  if (isOfGoneNote) return 'notes.draftOffersGoneNote'
  return isOfLink ? 'notes.draftOffersLink' : 'notes.draftOffers'
}

const DiffView = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/DiffView.tsx').then(part => part.DiffView)),
  FailedLine,
)

interface ConflictPanelProps {
  editor: Editor
  theirs: OtherVersion
  onSave: () => void
  /** The conflict is resolved, and the focused button unmounted. */
  onFocusLost: () => void
}

/** Lets the user resolve a conflict with a version that was saved elsewhere. Saving is blocked until then. */
function ConflictPanel({ editor, theirs, onSave, onFocusLost }: ConflictPanelProps) {
  const mine = useOncePainted(useEditorState(editor, ({ content }) => content))
  const busy = useEditorState(editor, ({ isSaving }) => isSaving)
  const panel = useOnFocusLost<HTMLElement>(onFocusLost)

  function keepMine() {
    editor.dispatch({ type: 'mineChosen' })
    onSave()
  }

  return (
    <section ref={panel} className="conflict" aria-labelledby="conflict">
      <div role="alert">
        <p id="conflict">
          <strong>{t('notes.conflict')}</strong> <RelativeTime at={theirs.lastUpdate} />
        </p>
        <p className="conflict__more">{t('notes.conflictMore')}</p>
      </div>
      <div className="conflict__actions">
        <Button kind="quiet" busy={busy} onClick={() => editor.dispatch({ type: 'theirsChosen' })}>
          {t('notes.conflictTakeTheirs')}
        </Button>
        <Button kind="quiet" busy={busy} onClick={keepMine}>
          {t('notes.conflictKeepMine')}
        </Button>
        <Button busy={busy} onClick={() => void editor.keepBoth()}>
          {t('notes.conflictKeepBoth')}
        </Button>
      </div>
      <div className="conflict__texts">
        <Disclosure summary={t('notes.conflictDifference')}>
          <DiffView
            pending={<SkeletonRows rows={1} height={88} />}
            first={theirs}
            second={mine}
            onlyFirst={t('notes.conflictOnlyTheirs')}
            onlySecond={t('notes.conflictOnlyMine')}
          />
        </Disclosure>
        <WholeText summary={t('notes.conflictTheirs')} {...theirs} />
        <WholeText summary={t('notes.conflictMine')} {...mine} />
      </div>
    </section>
  )
}

function WholeText({ summary, title, text }: NoteContent & { summary: string }) {
  return (
    <Disclosure summary={summary}>
      <p className="conflict__title" dir="auto">
        {title}
      </p>
      <p className="conflict__text">{text}</p>
    </Disclosure>
  )
}
