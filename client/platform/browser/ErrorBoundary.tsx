import { Component, type ReactNode } from 'react'

/** The props of what replaces a failed component. */
export interface Failure {
  error: unknown
  isRetrying: boolean
  retry: () => void
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Renders the replacement once the children have thrown. */
  renderFailure: (failure: Failure) => ReactNode
  /** A new value clears the error, such as the address of the screen. */
  place?: string
}

/** Confines render errors to its children. `retry` mounts them again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    // The thrown value may be null.
    return { error: error ?? true }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.place !== this.props.place && this.state.error !== null) this.retry()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.renderFailure({ error, isRetrying: false, retry: this.retry })
  }
}
