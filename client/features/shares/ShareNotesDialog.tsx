import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { QuickNoteForm } from '#client/features/notes/quick/QuickNoteForm.tsx'
import type { Kept } from '#client/features/notes/quick/useKeepQuickNote.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { SHARE_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { ShareNoteRow } from './ShareNoteRow.tsx'
import { useLiveShareNotes } from './shares.live.ts'
import { shareNotesQuery } from './shares.queries.ts'
import { beginSharing } from './shares.sending.ts'
import { useShareSearch } from './useShareSearch.ts'
import './shares.css'
import './shareNotes.css'

const ROW_PX = 84

interface ShareNotesDialogProps {
  hubNo: number
  onClose: () => void
}

/** One's own notes, to be shared in the room that is open, and above them a place for a new one. */
export function ShareNotesDialog({ hubNo, onClose }: ShareNotesDialogProps) {
  const [page, setPage] = useState(1)
  const search = useShareSearch(() => setPage(1))
  const notes = useQuery(shareNotesQuery(hubNo, search.query, page))
  useLiveShareNotes(hubNo)
  const isFound = search.query !== undefined
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)

  function share(written: Kept) {
    if (written === null) showToast({ text: t('shares.writtenWaits') })
    else beginSharing({ noteNo: written.noteNo, hubNo })
  }

  return (
    <Dialog open onClose={onClose} title={t('shares.fromRoom')}>
      <div className="share-notes">
        <QuickNoteForm
          userNo={userNo}
          label={t('shares.write')}
          action={t('shares.writeAndShare')}
          waits={t('shares.writtenWaits')}
          onKept={share}
        />
        {(isFound || search.typed !== '' || (notes.data && notes.data.notes.length > 0)) && (
          <SearchField label={t('shares.findNotes')} value={search.typed} onChange={search.type} />
        )}
        {notes.isPending && <SkeletonRows rows={SHARE_NOTES_PER_PAGE} height={ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data?.notes.length === 0 && (
          <EmptyState action={!isFound && <ButtonLink to={paths.topics}>{t('shares.toNotes')}</ButtonLink>}>
            {t(isFound ? 'shares.noNotesFound' : 'shares.noNotes')}
          </EmptyState>
        )}
        {notes.data && notes.data.notes.length > 0 && (
          <>
            <ul className="share-notes__list" aria-busy={notes.isPlaceholderData}>
              {notes.data.notes.map(note => (
                <ShareNoteRow
                  key={note.noteNo}
                  note={note}
                  hubNo={hubNo}
                  isShared={notes.data.shared.includes(note.noteNo)}
                />
              ))}
            </ul>
            <PageIndex index={notes.data.pageIndex} onGo={setPage} />
          </>
        )}
      </div>
    </Dialog>
  )
}
