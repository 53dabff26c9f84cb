import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Thread } from '#client/features/comments/comments.cache.ts'
import { type DraftOwner, setDraftTarget } from '#client/features/comments/comments.drafts.ts'
import { useOtherMembers } from '#client/features/comments/comments.live.ts'
import { ThreadFooter } from '#client/features/comments/ThreadFooter.tsx'
import { useStickToBottom } from '#client/features/comments/threadScrolling.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { useModal } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { slideOut, useSheetDrag } from '#client/ui/sheet.ts'
import { quoteOf } from '#protocol/comments.ts'
import type { NoteView } from '#protocol/notes.ts'
import { PassageSteps } from './PassageBar.tsx'
import { PassageConversation } from './PassageConversation.tsx'
import type { PassageGroup } from './passages.groups.ts'
import { useAnchoredGroups, usePassageGroups } from './usePassages.ts'
import './passageSheet.css'

interface PassageSheetProps {
  owner: DraftOwner
  note: NoteView
  thread: Thread
  group: PassageGroup
  /** Opens with the focus in the comment box. */
  isWriting: boolean
  onClose: () => void
}

/** The open passage in the lower half of a narrow window. The passage itself stays in view above it. */
export function PassageSheet({ owner, note, thread, group, isWriting, onClose }: PassageSheetProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const { showEnd } = useStickToBottom({ list, end, below }, true)
  const modal = useModal(true, close)
  useSheetDrag(modal.ref, true, close)
  const people = useOtherMembers(owner.place.hubNo)
  const groups = useAnchoredGroups(usePassageGroups(owner))

  function close() {
    slideOut(modal.ref.current, onClose)
  }

  // In the tap that opened it, so that phones show their keyboard.
  useLayoutEffect(() => {
    if (isWriting) box.current?.focus()
  }, [isWriting])

  return createPortal(
    <dialog className="dialog passage-sheet" aria-label={t('passages.title')} {...modal}>
      <div ref={list} className="passage-sheet__scroll">
        <div className="dialog__header">
          <h2>{t('passages.title')}</h2>
          <PassageSteps group={group} groups={groups} />
          <Button kind="quiet" aria-label={t('common.close')} onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <PassageConversation
          {...{ owner, note, thread, group }}
          onReply={comment => {
            setDraftTarget(owner, { replyTo: { commentNo: comment.commentNo, ...quoteOf(comment) } })
            box.current?.focus()
          }}
          focusBox={() => box.current?.focus()}
        >
          <div ref={end} />
        </PassageConversation>
      </div>
      <div ref={below} className="comments__footer passage-sheet__footer">
        <ThreadFooter
          {...{ owner, thread, box, people }}
          openGroup={group}
          onClosePassage={close}
          count={0}
          unseenCount={0}
          isAbove={false}
          onJump={() => {}}
          onSent={showEnd}
        />
      </div>
    </dialog>,
    document.body,
  )
}
