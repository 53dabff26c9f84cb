import { Component, type ReactNode } from 'react'

/** What a failed part shows in its place gets this. */
export interface Failure {
  error: unknown
  isRetrying: boolean
  retry: () => void
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown in place of the children once they have thrown. */
  renderFailure: (failure: Failure) => ReactNode
  /** Another value clears the error: the address of the screen. */
  place?: string
}

/** Keeps a render error to the children; `retry` mounts them anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    // Something has to be there, also when nothing was thrown.
    return { error: error ?? true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.place !== this.props.place && this.state.error !== null) this.retry()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.renderFailure({ error, isRetrying: false, retry: this.retry })
  }
}
