import { Component, type ReactNode } from 'react'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { LazyPartFailed } from '#client/platform/browser/lazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value clears the error: the address of the screen. */
  place: string
}

interface ErrorBoundaryState {
  error: unknown
  retried: boolean
}

/** Keeps a screen's failure to itself: the header stays, and the screen can be tried again. What did not come tries by itself. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, retried: false }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  private stopWaiting = () => {}

  override componentDidMount() {
    this.stopWaiting = onBackOnline(() => {
      if (this.state.error instanceof LazyPartFailed) this.setState({ error: null })
    })
  }

  override componentWillUnmount() {
    this.stopWaiting()
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.place !== this.props.place && this.state.error !== null)
      this.setState({ error: null, retried: false })
  }

  retry = () => {
    // Some browsers remember a failed import, and a new version has other files: then only a reload helps.
    if (this.state.retried) return location.reload()
    this.setState({ error: null, retried: true })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const sentence = error instanceof LazyPartFailed ? 'error.lazyPart' : 'error.screen'
    return (
      <>
        <h1 className="visually-hidden">{t('common.appName')}</h1>
        <ErrorState onRetry={this.retry}>{t(sentence)}</ErrorState>
      </>
    )
  }
}
