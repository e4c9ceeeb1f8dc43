"""What students write in exercise 04, as source text: right in several styles, and wrong.

A text that opens with `def` is the whole cell; any other takes the place of the line
`raise NotImplementedError`, under the signature and docstring that are given.
"""

from textwrap import dedent

RIGHT: dict[str, list[str]] = {
    "perceptron_update": [
        """
        if y * (w @ x) <= 0:
            return w + eta * y * x
        return w
        """,
        """
        # score of this example
        score = 0.0
        for i in range(len(w)):
            score += w[i] * x[i]
        if score * y > 0:
            return np.array(w)
        new_w = np.zeros(len(w))
        for i in range(len(w)):
            new_w[i] = w[i] + eta * y * x[i]
        return new_w
        """,
        """
        mistake = np.sign(np.dot(w, x)) != y
        return w + eta * y * x * mistake
        """,
        """
        w_new = w.astype(float).copy()
        print("score:", w_new @ x, "label:", y)
        if y * (w_new @ x) <= 0:
            w_new += eta * y * x
        return w_new
        """,
        """
        import warnings

        if np.allclose(w, 0):
            warnings.warn("w is still zero")
        if y * np.inner(w, x) > 0:
            return w
        return w + y * eta * x
        """,
    ],
    "train_perceptron": [
        """
        w = np.zeros(X.shape[1])
        mistakes = []
        for epoch in range(max_epochs):
            wrong = 0
            for i in range(len(X)):
                if y[i] * (w @ X[i]) <= 0:
                    w = w + eta * y[i] * X[i]
                    wrong += 1
            mistakes.append(wrong)
            if wrong == 0:
                break
        return w, mistakes
        """,
        """
        w = np.zeros_like(X[0], dtype=float)
        history = []
        while len(history) < max_epochs:
            count = 0
            for xi, yi in zip(X, y):
                if np.sign(xi.dot(w)) != yi:
                    w += eta * yi * xi
                    count += 1
            history += [count]
            print(f"epoch {len(history)}: {count} mistakes")
            if not count:
                return w, history
        return w, history
        """,
        '''
        def is_mistake(w, x, label):
            """My own helper: on the wrong side, or on the line."""
            return label * np.dot(w, x) <= 0


        def one_epoch(w, X, y, eta):
            errors = 0
            for x, label in zip(X, y):
                if is_mistake(w, x, label):
                    w = w + eta * label * x
                    errors = errors + 1
            return w, errors


        def train_perceptron(X, y, eta, max_epochs):
            w, mistakes = np.zeros(X.shape[1]), []
            for _ in range(max_epochs):
                w, errors = one_epoch(w, X, y, eta)
                mistakes.append(errors)
                if errors == 0:
                    break
            return w, mistakes
        ''',
        """
        X = np.asarray(X, dtype=float)
        w = X[0] * 0
        mistakes = np.zeros(max_epochs, dtype=int)
        for epoch in range(max_epochs):
            for x_i, y_i in zip(X, y):
                if y_i * (w @ x_i) <= 0:
                    w = w + eta * y_i * x_i
                    mistakes[epoch] += 1
            if mistakes[epoch] == 0:
                return w, mistakes[: epoch + 1]
        return w, mistakes
        """,
    ],
    "eta_decay": ["return 1 / n", "return n ** -1.0", "rate = 1.0 / float(n)\nreturn rate"],
    "multiclass_update": [
        """
        W_new = W.astype(float)
        y_hat = np.argmax(W @ x)
        if y_hat != y:
            W_new[y] += eta * x
            W_new[y_hat] -= eta * x
        return W_new
        """,
        """
        K = W.shape[0]
        target = np.eye(K)[y] - np.eye(K)[np.argmax(W @ x)]
        return W + eta * np.outer(target, x)
        """,
        """
        best, best_score = None, None
        for k in range(len(W)):
            score = sum(W[k][i] * x[i] for i in range(len(x)))
            if best is None or score > best_score:
                best, best_score = k, score
        new = np.array(W, dtype=np.float64)
        if best != y:
            for i in range(len(x)):
                new[y, i] += eta * x[i]
                new[best, i] -= eta * x[i]
        return new
        """,
    ],
    "quiz_psi_before": [
        "psi_before = [1.3, 1.8, -12]",
        "psi_before = (2 * 0.3 + 0.7, 2 * -0.2 + 2.2, 2 * -4 - 4)",
        "f = np.array([2, 1, 0])\n"
        "weights = np.array([[0.3, 0.7, 0.8], [-0.2, 2.2, 4], [-4, -4, -4]])\n"
        "psi_before = list(weights @ f)\n"
        "print(psi_before)",
    ],
    "quiz_theta_after": [
        "theta_after = [2.3, 1.7, 0.8, -2.2, 1.2, 4, -4, -4, -4]",
        "theta_after = [0.3 + 2, 0.7 + 1, 0.8, -0.2 - 2, 2.2 - 1, 4.0, -4.0, -4.0, -4.0]",
    ],
    "quiz_psi_after": [
        "psi_after = [6.3, -3.2, -12]",
        "psi_after = [2 * 2.3 + 1.7, 2 * -2.2 + 1.2, -12.0]",
    ],
    "joint_update": [
        """
        y_hat = np.argmax(F @ theta)
        return theta + F[y] - F[y_hat]
        """,
        """
        psi = [float(np.dot(row, theta)) for row in F]
        y_hat = psi.index(max(psi))
        if y_hat == y:
            return theta
        return theta + (F[y] - F[y_hat])
        """,
        """
        choice = np.einsum("kd,d->k", F, theta).argmax()
        return np.subtract(np.add(theta, F[y]), F[choice])
        """,
    ],
    "perceptron_loss": [
        """
        psi = F @ theta
        return psi.max() - psi[y]
        """,
        """
        scores = [theta @ F[k] for k in range(F.shape[0])]
        return max(scores) - scores[y]
        """,
        "return np.max((F - F[y]) @ theta)",
    ],
    "perceptron_gradient": [
        """
        y_hat = np.argmax(F @ theta)
        return F[y_hat] - F[y]
        """,
        """
        coefficients = np.zeros(len(F))
        coefficients[np.argmax(F @ theta)] += 1
        coefficients[y] -= 1
        return coefficients @ F
        """,
        """
        y_hat = int(np.argmax(F.dot(theta)))
        if y_hat == y:
            return np.zeros(len(theta))
        return F[y_hat] - F[y]
        """,
    ],
    "averaged_perceptron": [
        """
        W = np.zeros((n_classes, X.shape[1]))
        total = np.zeros_like(W)
        for _ in range(epochs):
            for x_i, y_i in zip(X, y):
                y_hat = np.argmax(W @ x_i)
                if y_hat != y_i:
                    W[y_i] += eta * x_i
                    W[y_hat] -= eta * x_i
                total += W
        return total / (epochs * len(X))
        """,
        """
        W = np.zeros((n_classes, X.shape[1]))
        history = []
        for epoch in range(epochs):
            for i in range(len(X)):
                y_hat = np.argmax(W @ X[i])
                if y_hat != y[i]:
                    W = W.copy()
                    W[y[i]] = W[y[i]] + eta * X[i]
                    W[y_hat] = W[y_hat] - eta * X[i]
                history.append(W)
        return np.mean(history, axis=0)
        """,
    ],
    "svm_update": [
        """
        y_hat = np.argmax(F @ theta + cost)
        return shrink * theta + F[y] - F[y_hat]
        """,
        """
        augmented = np.dot(F, theta) + np.asarray(cost)
        rival = int(np.argmax(augmented))
        new = shrink * np.array(theta, dtype=float)
        new += F[y]
        new -= F[rival]
        return new
        """,
    ],
    "least_squares": [
        "return np.linalg.lstsq(A, b, rcond=None)[0]",
        "return np.linalg.pinv(A) @ b",
        """
        # normal equations, with the pseudo-inverse as A'A may be singular
        w = np.linalg.pinv(A.T @ A) @ A.T @ b
        return w
        """,
    ],
}

WRONG: dict[str, list[str]] = {
    "perceptron_update": [
        "return w + eta * y * x",
        """
        if y * (w @ x) < 0:
            w = w + eta * y * x
        return w
        """,
        """
        if y * (w @ x) <= 0:
            w += eta * y * x
        return w
        """,
        """
        y_hat = np.sign(w @ x)
        return w + eta * (y - y_hat) * x
        """,
        """
        if y * (w @ x) <= 0:
            w = w + eta * x
        return w
        """,
    ],
    "train_perceptron": [
        """
        w = np.zeros(X.shape[1])
        mistakes = []
        for epoch in range(max_epochs):
            wrong = 0
            for i in range(len(X)):
                if y[i] * (w @ X[i]) <= 0:
                    w = w + eta * y[i] * X[i]
                    wrong += 1
            if wrong == 0:
                break
            mistakes.append(wrong)
        return w, mistakes
        """,
        """
        w = np.zeros(X.shape[1])
        mistakes = []
        for epoch in range(max_epochs):
            wrong = 0
            for i in range(len(X)):
                if y[i] * (w @ X[i]) < 0:
                    w = w + eta * y[i] * X[i]
                    wrong += 1
            mistakes.append(wrong)
            if wrong == 0:
                break
        return w, mistakes
        """,
        """
        w = np.zeros(X.shape[1])
        mistakes = []
        wrong = 0
        for epoch in range(max_epochs):
            before = wrong
            for x_i, y_i in zip(X, y):
                if y_i * (w @ x_i) <= 0:
                    w = w + eta * y_i * x_i
                    wrong += 1
            mistakes.append(wrong)
            if wrong == before:
                break
        return w, mistakes
        """,
        """
        w = np.zeros(X.shape[1])
        for epoch in range(max_epochs):
            for x_i, y_i in zip(X, y):
                if y_i * (w @ x_i) <= 0:
                    w = w + eta * y_i * x_i
        return w
        """,
    ],
    "eta_decay": ["return 1 / (n + 1)", "return 1 // n", "return 1 / np.sqrt(n)", "print(1 / n)"],
    "multiclass_update": [
        """
        W_new = W.astype(float)
        y_hat = np.argmax(W @ x)
        if y_hat != y:
            W_new[y] += eta * x
        return W_new
        """,
        """
        y_hat = np.argmax(W @ x)
        if y_hat != y:
            W[y] = W[y] + eta * x
            W[y_hat] = W[y_hat] - eta * x
        return W
        """,
        """
        W_new = W.astype(float)
        if np.argmax(W @ x) != y:
            for k in range(len(W)):
                if k == y:
                    W_new[k] += eta * x
                else:
                    W_new[k] -= eta * x
        return W_new
        """,
        """
        y_hat = np.argmax(W @ x, axis=1)
        W[y] += eta * x
        W[y_hat] -= eta * x
        return W
        """,
    ],
    "quiz_psi_before": [
        "psi_before = [1.0, 6.0, -12]",
        "psi_before = [1.8, 5.8, -12]",
        "psi_before = 1.8",
    ],
    "quiz_theta_after": [
        "theta_after = [0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4]",
        "theta_after = [2.3, 1.7, 0.8, -0.2, 2.2, 4, -4, -4, -4]",
        "theta_after = [2.3, 1.7, 0.8]",
    ],
    "quiz_psi_after": [
        "psi_after = [1.3, 1.8, -12]",
        "psi_after = [6.3, 1.8, -12]",
        "psi_after = psi_befor + 5",
    ],
    "joint_update": [
        """
        y_hat = np.argmax(F @ theta)
        if y_hat != y:
            theta = theta + F[y]
        return theta
        """,
        """
        y_hat = np.argmax(F @ theta)
        return theta - F[y] + F[y_hat]
        """,
        """
        y_hat = np.argmax(F @ theta)
        theta += F[y] - F[y_hat]
        return theta
        """,
        """
        y_hat = np.argmax(theta @ F)
        return theta + F[y] - F[y_hat]
        """,
    ],
    "perceptron_loss": [
        """
        psi = F @ theta
        return psi[y] - psi.max()
        """,
        """
        psi = F @ theta
        return max(0, 1 + np.delete(psi, y).max() - psi[y])
        """,
        """
        psi = F @ theta
        return int(np.argmax(psi) != y)
        """,
    ],
    "perceptron_gradient": [
        """
        y_hat = np.argmax(F @ theta)
        return F[y] - F[y_hat]
        """,
        """
        y_hat = np.argmax(F @ theta)
        return F[y_hat]
        """,
        """
        psi = F @ theta
        p = np.exp(psi) / np.exp(psi).sum()
        return p @ F - F[y]
        """,
    ],
    "averaged_perceptron": [
        """
        W = np.zeros((n_classes, X.shape[1]))
        for _ in range(epochs):
            for x_i, y_i in zip(X, y):
                y_hat = np.argmax(W @ x_i)
                if y_hat != y_i:
                    W[y_i] += eta * x_i
                    W[y_hat] -= eta * x_i
        return W
        """,
        """
        W = np.zeros((n_classes, X.shape[1]))
        total = np.zeros_like(W)
        updates = 0
        for _ in range(epochs):
            for x_i, y_i in zip(X, y):
                y_hat = np.argmax(W @ x_i)
                if y_hat != y_i:
                    W[y_i] += eta * x_i
                    W[y_hat] -= eta * x_i
                    total += W
                    updates += 1
        return total / max(updates, 1)
        """,
        """
        W = np.zeros((n_classes, X.shape[1]))
        history = []
        for _ in range(epochs):
            for x_i, y_i in zip(X, y):
                y_hat = np.argmax(W @ x_i)
                if y_hat != y_i:
                    W[y_i] += eta * x_i
                    W[y_hat] -= eta * x_i
                history.append(W)
        return np.mean(history, axis=0)
        """,
    ],
    "svm_update": [
        """
        y_hat = np.argmax(F @ theta)
        return shrink * theta + F[y] - F[y_hat]
        """,
        """
        y_hat = np.argmax(F @ theta + cost)
        return shrink * (theta + F[y] - F[y_hat])
        """,
        """
        y_hat = np.argmax(F @ theta + cost)
        if y_hat == y:
            return theta
        return shrink * theta + F[y] - F[y_hat]
        """,
        """
        y_hat = np.argmax(F @ theta + cost)
        return (1 - shrink) * theta + F[y] - F[y_hat]
        """,
    ],
    "least_squares": [
        "return np.linalg.inv(A.T @ A) @ A.T @ b",
        "return np.linalg.solve(A, b)",
        "return A.T @ b",
    ],
}

for catalogue in (RIGHT, WRONG):
    for name, texts in catalogue.items():
        catalogue[name] = [dedent(text).strip() for text in texts]
