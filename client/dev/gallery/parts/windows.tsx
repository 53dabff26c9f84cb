import { useSetAtom } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { LazyLoadError } from '#client/platform/browser/lazyModule.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Dialog, FailedDialog } from '#client/ui/Dialog.tsx'
import { ActionMenu, Popover } from '#client/ui/Dropdown.tsx'
import { FailedBar } from '#client/ui/ErrorState.tsx'
import { NameForm } from '#client/ui/NameForm.tsx'
import { NewItemsBar } from '#client/ui/NewItemsBar.tsx'
import { AnchoredBox, PopoverWindow } from '#client/ui/PopoverWindow.tsx'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { showToastAtom, type Toast } from '#client/ui/toasts.ts'
import { Controlled, LONG, nothing, part } from './part.tsx'

const dialog = (title: string, text: string) => (
  <Controlled initial={true}>
    {(open, change) => (
      <>
        <Button onClick={() => change(true)}>열기</Button>
        <Dialog open={open} onClose={() => change(false)} title={title}>
          <p>{text}</p>
        </Dialog>
      </>
    )}
  </Controlled>
)

const failedDialog = (error: Error) => (
  <Controlled initial={true}>
    {(open, change) => (
      <>
        <Button onClick={() => change(true)}>열기</Button>
        {open && (
          <FailedDialog error={error} isRetrying={false} retry={nothing} onClose={() => change(false)} />
        )}
      </>
    )}
  </Controlled>
)

const naming = (name: string, saving: { isPending?: boolean; error?: Error }, label = '방 이름') => (
  <NameForm
    label={label}
    hint={label}
    name={name}
    max={20}
    check={typed => typed.trim() || undefined}
    rejection="이름을 1~20자로 입력해 주세요."
    saving={{ isPending: false, error: null, reset: nothing, ...saving }}
    onSave={nothing}
    onDone={nothing}
  />
)

function Toasts({ toasts }: { toasts: readonly Toast[] }) {
  const show = useSetAtom(showToastAtom)
  const shown = useRef(false)
  useEffect(() => {
    if (shown.current) return
    shown.current = true
    for (const toast of toasts) show(toast)
  }, [toasts, show])
  return (
    <>
      <Button onClick={() => toasts.forEach(show)}>다시 보기</Button>
      <ToastRegion />
    </>
  )
}

/** A button for a window that opens at an element. */
function Anchor({ children }: { children: (anchor: RefObject<HTMLButtonElement | null>) => ReactNode }) {
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={anchor}>공유</Button>
      {children(anchor)}
    </>
  )
}

function Box({ anchor, text }: { anchor: RefObject<HTMLButtonElement | null>; text: string }) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <AnchoredBox boxRef={box} anchor={anchor}>
      {text}
    </AnchoredBox>
  )
}

function Waiting({ text }: { text: string }) {
  const mark = useRef<HTMLDivElement>(null)
  return (
    <NewItemsBar mark={mark} isShown onShow={nothing}>
      {text}
    </NewItemsBar>
  )
}

/** Components that take the focus or a place in the window: each in its own window. */
export const windows = [
  part(
    Confirm,
    {
      default: (
        <Confirm question="노트를 삭제할까요?" confirmLabel="삭제" onConfirm={nothing} onCancel={nothing} />
      ),
      'kind danger': (
        <Confirm
          kind="danger"
          question="노트를 삭제할까요?"
          detail="공유한 방에서도 사라져요."
          confirmLabel="삭제"
          onConfirm={nothing}
          onCancel={nothing}
        />
      ),
      'kind primary': (
        <Confirm
          kind="primary"
          question="친구를 초대할까요?"
          confirmLabel="초대"
          onConfirm={nothing}
          onCancel={nothing}
        />
      ),
      busy: (
        <Confirm
          busy
          question="노트를 삭제할까요?"
          confirmLabel="삭제"
          onConfirm={nothing}
          onCancel={nothing}
        />
      ),
      'long text': (
        <Confirm question={LONG} detail={LONG} confirmLabel="삭제" onConfirm={nothing} onCancel={nothing} />
      ),
    },
    { window: 260 },
  ),
  part(
    NameForm,
    {
      default: naming('목요 책방', {}),
      busy: naming('목요 책방', { isPending: true }),
      error: naming('목요 책방', { error: new CallFailed({ code: 'offline', status: 0 }) }),
      'long text': naming(LONG, {}, LONG),
    },
    { window: 320 },
  ),
  part(
    FailedBar,
    {
      default: <FailedBar error={new LazyLoadError()} isRetrying={false} retry={nothing} />,
      error: <FailedBar error={new Error()} isRetrying={false} retry={nothing} />,
    },
    { window: 200 },
  ),
  part(
    FailedDialog,
    {
      default: failedDialog(new LazyLoadError()),
      error: failedDialog(new Error()),
    },
    { window: 400 },
  ),
  part(
    Dialog,
    { default: dialog('노트 공유', '어느 방에 공유할까요?'), 'long text': dialog(LONG, LONG.repeat(3)) },
    { window: 400 },
  ),
  part(
    ActionMenu,
    {
      default: <ActionMenu label="더 보기" actions={[{ label: '복제하기', icon: 'copy', run: nothing }]} />,
      'long text': (
        <ActionMenu
          label={LONG}
          actions={[
            { label: '다른 주제로 옮기기', icon: 'folder', run: nothing },
            { label: '휴지통에 넣기', icon: 'trash', isDangerous: true, run: nothing },
          ]}
        />
      ),
    },
    { window: 200 },
  ),
  part(
    Popover,
    {
      default: (
        <Popover className="" label="4명 읽음" title="4명 읽음">
          김도현, 이민호, 박서연, 최도윤
        </Popover>
      ),
      'long text': (
        <Popover className="" label={LONG} title={LONG}>
          {LONG.repeat(3)}
        </Popover>
      ),
    },
    { window: 200 },
  ),
  part(
    PopoverWindow,
    {
      default: (
        <Anchor>
          {anchor => (
            <PopoverWindow open anchor={anchor} title="공유" onClose={nothing}>
              방 3곳에 나눴어요.
            </PopoverWindow>
          )}
        </Anchor>
      ),
      'long text': (
        <Anchor>
          {anchor => (
            <PopoverWindow open anchor={anchor} title={LONG} onClose={nothing}>
              {LONG.repeat(3)}
            </PopoverWindow>
          )}
        </Anchor>
      ),
    },
    { window: 300 },
  ),
  part(
    AnchoredBox,
    {
      default: <Anchor>{anchor => <Box anchor={anchor} text="방 3곳에 나눴어요." />}</Anchor>,
      'long text': <Anchor>{anchor => <Box anchor={anchor} text={LONG.repeat(3)} />}</Anchor>,
    },
    { window: 200 },
  ),
  part(
    ToastRegion,
    {
      default: <Toasts toasts={[{ text: '저장했어요.' }]} />,
      'with something to do': (
        <Toasts toasts={[{ text: '나누었어요.', action: { label: '되돌리기', run: nothing } }]} />
      ),
      'long text': <Toasts toasts={[{ text: LONG }]} />,
      'as many as are shown': (
        <Toasts
          toasts={[{ text: '하나' }, { text: '둘', link: { label: '보기', to: '/' } }, { text: LONG }]}
        />
      ),
    },
    { window: 380 },
  ),
  part(
    NewItemsBar,
    { default: <Waiting text="새 노트 2개" />, 'long text': <Waiting text={LONG} /> },
    { window: 120 },
  ),
]
