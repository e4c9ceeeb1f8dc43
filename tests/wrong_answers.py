"""Wrong answers as students write them: (function, what is wrong, the body of the function).

They were written from the docstrings alone, before anybody looked at what the checks know.
"""

# ruff: noqa: E501
# fmt: off
ALL = [
    ("mean_of", "divides by len-1", "return sum(numbers)/(len(numbers)-1)"),
    ('mean_of', 'return inside the loop', """
total=0
for x in numbers:
    total+=x
    return total/len(numbers)
"""),
    ('mean_of', 'starts loop at 1', """
total=0
for i in range(1,len(numbers)):
    total+=numbers[i]
return total/len(numbers)
"""),
    ("mean_of", "integer rounding", "return round(sum(numbers)/len(numbers))"),
    ('toss_outcomes', 'lower case', """
import itertools
return [''.join(p) for p in itertools.product('ht',repeat=n)]
"""),
    ('toss_outcomes', 'tuples, not strings', """
import itertools
return list(itertools.product('HT',repeat=n))
"""),
    ('toss_outcomes', 'n-1 tosses', """
out=['H','T']
for i in range(n-2):
    out=[o+t for o in out for t in 'HT']
return out
"""),
    ('toss_outcomes', 'permutations of n/2', """
import itertools
return [''.join(p) for p in itertools.permutations('H'*n+'T'*n,n)]
"""),
    ("uniform", "1/(n+1)", "return {o:1/(len(outcomes)+1) for o in outcomes}"),
    ("uniform", "list of probs", "return [1/len(outcomes)]*len(outcomes)"),
    ("uniform", "rounded to 2 decimals", "return {o:round(1/len(outcomes),2) for o in outcomes}"),
    ("probability", "event counted over dist size", "return len(event)/len(dist)"),
    ("probability", "iterates dict, condition negated", "return sum(p for o,p in dist.items() if o not in event)"),
    ('probability', 'product', """
p=1
for o in event:
    p*=dist[o]
return p
"""),
    ('probability', 'None for empty', """
if not event:
    return None
return sum(dist[o] for o in event)
"""),
    ("joint", "union", "return sum(dist[o] for o in a|b)"),
    ('joint', 'p(a)*p(b)', """
pa=sum(dist[o] for o in a)
pb=sum(dist[o] for o in b)
return pa*pb
"""),
    ("joint", "a and b (python and)", "return sum(dist[o] for o in (a and b))"),
    ("joint", "minus instead of and", "return sum(dist[o] for o in a-b)"),
    ('conditional', 'divide by p(a)', """
pab=sum(dist[o] for o in a&b)
pa=sum(dist[o] for o in a)
if pa==0: raise ValueError('zero')
return pab/pa
"""),
    ("conditional", "no check -> ZeroDivisionError", "return sum(dist[o] for o in a&b)/sum(dist[o] for o in b)"),
    ('conditional', 'returns ValueError', """
pb=sum(dist[o] for o in b)
if pb==0:
    return ValueError
return sum(dist[o] for o in a&b)/pb
"""),
    ('conditional', 'len counting', """
if len(b)==0: raise ValueError
return len(a&b)/len(b)
"""),
    ('chain_rule', 'no reversal; factors order reversed', """
out=[]
rest=set(dist)
for e in reversed(events):
    new=rest&e
    out.append(sum(dist[o] for o in new)/sum(dist[o] for o in rest))
    rest=new
return out
"""),
    ("chain_rule", "just marginals", "return [sum(dist[o] for o in e) for e in events]"),
    ('chain_rule', 'conditions only on the next event', """
out=[]
P=lambda s: sum(dist[o] for o in s)
for i in range(len(events)-1):
    out.append(P(events[i]&events[i+1])/P(events[i+1]))
out.append(P(events[-1]))
return out
"""),
    ('chain_rule', 'missing last factor', """
out=[]
P=lambda s: sum(dist[o] for o in s)
for i in range(len(events)-1):
    rest=set.intersection(*events[i+1:])
    out.append(P(events[i]&rest)/P(rest))
return out
"""),
    ("independent", "exclusive mistaken", "return len(a&b)==0"),
    ('independent', 'returns the difference', """
P=lambda s: sum(dist[o] for o in s)
return abs(P(a&b)-P(a)*P(b))
"""),
    ('independent', 'missing abs', """
P=lambda s: sum(dist[o] for o in s)
return P(a&b)-P(a)*P(b)<=1e-9
"""),
    ("total_probability", "mean", "return np.mean(likelihoods*priors)"),
    ("total_probability", "only likelihood sum", "return likelihoods.sum()"),
    ("total_probability", "returns array", "return likelihoods*priors"),
    ("bayes", "divides by sum of likelihoods", "return likelihoods*priors/likelihoods.sum()"),
    ('bayes', 'division by max', """
t=likelihoods*priors
return t/t.max()
"""),
    ("bayes", "no normalisation", "return likelihoods*priors"),
    ("lexicon_score", "distinct words", "return len(set(words)&lexicon[label])"),
    ("lexicon_score", "all labels", "return sum(1 for w in words for l in lexicon if w in lexicon[l])"),
    ("lexicon_score", "share", "return sum(w in lexicon[label] for w in words)/len(words)"),
    ("classify", "returns score", "return max(score(words,l) for l in labels)"),
    ("classify", "min", "return min(labels,key=lambda l: score(words,l))"),
    ("classify", "score args swapped", "return max(labels,key=lambda l: score(l,words))"),
    ('classify', 'first label only', """
best=labels[0]
for l in labels:
    if score(words,l)>score(words,best):
        best=l
    return best
"""),
    ('learn_lexicon', 'documents not tokens', """
counts={}
for words,label in labelled:
    c=counts.setdefault(label,{})
    for x in set(words):
        c[x]=c.get(x,0)+1
lex={l:set() for l in counts}
for x in {x for ws,_ in labelled for x in ws}:
    best=max(counts,key=lambda l: counts[l].get(x,0))
    lex[best].add(x)
return lex
"""),
    ('learn_lexicon', 'all words of each label', """
lex={}
for words,label in labelled:
    lex.setdefault(label,set()).update(words)
return lex
"""),
    ('learn_lexicon', 'lists instead of sets', """
from collections import Counter
counts={}
for words,label in labelled:
    counts.setdefault(label,Counter()).update(words)
lex={l:[] for l in counts}
for x in {x for ws,_ in labelled for x in ws}:
    lex[max(counts,key=lambda l: counts[l][x])].append(x)
return lex
"""),
    ('class_priors', 'counts, not shares', """
from collections import Counter
return dict(Counter(labels))
"""),
    ('class_priors', 'divides by number of classes', """
from collections import Counter
c=Counter(labels)
return {l:c[l]/len(c) for l in c}
"""),
    ('word_counts', 'overwrites at second doc', """
from collections import Counter
out={}
for words,label in labelled:
    out[label]=Counter(words)
return out
"""),
    ('word_counts', 'label and words swapped', """
from collections import Counter
out={}
for label,words in labelled:
    out.setdefault(label,Counter()).update(words)
return out
"""),
    ('word_counts', 'presence only', """
from collections import Counter
out={}
for words,label in labelled:
    out.setdefault(label,Counter()).update(set(words))
return out
"""),
    ("smoothed_probability", "no +1 below", "return (count+1)/(total+vocabulary_size)"),
    ("smoothed_probability", "precedence", "return count+1/(total+vocabulary_size+1)"),
    ("smoothed_probability", "half smoothing", "return (count+0.5)/(total+0.5*vocabulary_size+0.5)"),
    ('categorical_likelihood', 'no minlength', """
c=np.bincount(values)
return (c+1)/(len(values)+n_values)
"""),
    ('categorical_likelihood', '+1 OOV', """
c=np.bincount(values,minlength=n_values)
return (c+1)/(len(values)+n_values+1)
"""),
    ("categorical_likelihood", "list comp 1..m", "return np.array([(np.sum(values==v)+1)/(len(values)+n_values) for v in range(1,n_values+1)])"),
    ('train_naive_bayes', 'priors by tokens', """
from collections import Counter
import math
counts={}
for ws,l in labelled:
    counts.setdefault(l,Counter()).update(ws)
V={x for ws,_ in labelled for x in ws}
tot=sum(sum(c.values()) for c in counts.values())
lp={l:math.log(sum(c.values())/tot) for l,c in counts.items()}
ll={l:{x:math.log((c[x]+1)/(sum(c.values())+len(V)+1)) for x in [*V,'<OOV>']} for l,c in counts.items()}
return {'log_priors':lp,'log_likelihoods':ll}
"""),
    ('train_naive_bayes', 'no OOV entry', """
from collections import Counter
import math
counts={}
docs=Counter()
for ws,l in labelled:
    counts.setdefault(l,Counter()).update(ws)
    docs[l]+=1
V={x for ws,_ in labelled for x in ws}
lp={l:math.log(docs[l]/len(labelled)) for l in docs}
ll={l:{x:math.log((c[x]+1)/(sum(c.values())+len(V))) for x in V} for l,c in counts.items()}
return {'log_priors':lp,'log_likelihoods':ll}
"""),
    ('train_naive_bayes', 'log2', """
from collections import Counter
import math
counts={}
docs=Counter()
for ws,l in labelled:
    counts.setdefault(l,Counter()).update(ws)
    docs[l]+=1
V={x for ws,_ in labelled for x in ws}
lp={l:math.log2(docs[l]/len(labelled)) for l in docs}
ll={l:{x:math.log2((c[x]+1)/(sum(c.values())+len(V)+1)) for x in [*V,'<OOV>']} for l,c in counts.items()}
return {'log_priors':lp,'log_likelihoods':ll}
"""),
    ('train_naive_bayes', 'key names wrong', """
from collections import Counter
import math
counts={}
docs=Counter()
for ws,l in labelled:
    counts.setdefault(l,Counter()).update(ws)
    docs[l]+=1
V={x for ws,_ in labelled for x in ws}
lp={l:math.log(docs[l]/len(labelled)) for l in docs}
ll={l:{x:math.log((c[x]+1)/(sum(c.values())+len(V)+1)) for x in [*V,'OOV']} for l,c in counts.items()}
return {'log_priors':lp,'log_likelihoods':ll}
"""),
    ('log_score', 'skips unseen', """
t=model['log_likelihoods'][label]
s=model['log_priors'][label]
for x in words:
    if x in t:
        s+=t[x]
return s
"""),
    ('log_score', 'prior per word', """
t=model['log_likelihoods'][label]
s=0
for x in words:
    s+=model['log_priors'][label]+t.get(x,t['<OOV>'])
return s
"""),
    ('log_score', 'KeyError for unseen', """
t=model['log_likelihoods'][label]
return model['log_priors'][label]+sum(t[x] for x in words)
"""),
    ('log_score', 'exp at the end', """
t=model['log_likelihoods'][label]
return np.exp(model['log_priors'][label]+sum(t.get(x,t['<OOV>']) for x in words))
"""),
    ('predict_label', 'no prior', """
best=None;bs=-np.inf
for l,t in model['log_likelihoods'].items():
    s=sum(t.get(x,t['<OOV>']) for x in words)
    if s>bs: best,bs=l,s
return best
"""),
    ('predict_label', 'ties last', """
best=None;bs=-np.inf
for l,p in model['log_priors'].items():
    t=model['log_likelihoods'][l]
    s=p+sum(t.get(x,t['<OOV>']) for x in words)
    if s>=bs: best,bs=l,s
return best
"""),
    ('predict_label', 'starts from 0', """
best=None;bs=0
for l,p in model['log_priors'].items():
    t=model['log_likelihoods'][l]
    s=p+sum(t.get(x,t['<OOV>']) for x in words)
    if s>bs: best,bs=l,s
return best
"""),
    ('replace_rare', 'per document', """
from collections import Counter
return [[x if Counter(d)[x]>=k else '<OOV>' for x in d] for d in documents]
"""),
    ('replace_rare', 'drops rare', """
from collections import Counter
c=Counter(x for d in documents for x in d)
return [[x for x in d if c[x]>=k] for d in documents]
"""),
    ('replace_rare', 'ignores k', """
from collections import Counter
c=Counter(x for d in documents for x in d)
return [[x if c[x]>1 else '<OOV>' for x in d] for d in documents]
"""),
    ('replace_rare', 'OOV word', """
from collections import Counter
c=Counter(x for d in documents for x in d)
return [[x if c[x]>=k else 'OOV' for x in d] for d in documents]
"""),
    ("add_bias", "bias last", "return np.column_stack([X,np.ones(len(X))])"),
    ("add_bias", "hstack 1d", "return np.hstack([np.ones(len(X)),X])"),
    ("add_bias", "row on top", "return np.vstack([np.ones(X.shape[1]),X])"),
    ("encode_opinion", "counts", "return np.array([1,sum(x in positive for x in words),sum(x in negative for x in words)])"),
    ("encode_opinion", "order neg pos", "return np.array([1,int(any(x in negative for x in words)),int(any(x in positive for x in words))])"),
    ("encode_opinion", "no constant", "return np.array([int(any(x in positive for x in words)),int(any(x in negative for x in words))])"),
    ("predict_binary", "0 and 1", "return np.where(X@w>=0,1,0)"),
    ("predict_binary", "> 0", "return np.where(X@w>0,1,-1)"),
    ("predict_binary", "w@X", "return np.where(w@X>=0,1,-1)"),
    ("predict_binary", "python if", "return 1 if X@w>=0 else -1"),
    ("margin", "abs", "return abs(w@x)"),
    ("margin", "ignores y", "return w@x"),
    ("margin", "normalised", "return y*(w@x)/np.linalg.norm(w)"),
    ("margin", "elementwise, no sum", "return y*w*x"),
    ("one_vs_all_labels", "0/1", "return np.where(y==k,1,0)"),
    ("one_vs_all_labels", "ignores k", "return np.where(y==1,1,-1)"),
    ('all_vs_all_vote', 'returns count', """
v=[0]*n_classes
for x in winners.values(): v[x]+=1
return max(v)
"""),
    ('all_vs_all_vote', 'last of ties', """
v=[0]*n_classes
for x in winners.values(): v[x]+=1
best=0
for k in range(n_classes):
    if v[k]>=v[best]: best=k
return best
"""),
    ('all_vs_all_vote', 'Counter most_common', """
from collections import Counter
return Counter(winners.values()).most_common(1)[0][0]
"""),
    ("scores", "W@X.T", "return W@X.T"),
    ("scores", "X@W", "return X@W"),
    ("scores", "argmax", "return np.argmax(X@W.T,axis=1)"),
    ("predict_multiclass", "axis 0", "return np.argmax(X@W.T,axis=0)"),
    ("predict_multiclass", "no axis", "return np.argmax(X@W.T)"),
    ("predict_multiclass", "from 1", "return np.argmax(X@W.T,axis=1)+1"),
    ('joint_features', 'off by one block', """
d=len(x)
f=np.zeros(n_classes*d)
f[(y-1)*d:y*d]=x
return f
"""),
    ('joint_features', 'no len', """
f=np.zeros(n_classes*len(x))
f[y:y+len(x)]=x
return f
"""),
    ('joint_features', 'matrix', """
f=np.zeros((n_classes,len(x)))
f[y]=x
return f
"""),
    ("boundary", "plus", "return W[k]+W[j]"),
    ("boundary", "columns", "return W[:,k]-W[:,j]"),
    ("naive_bayes_weights", "bias last", "return np.column_stack([log_likelihoods,log_priors])"),
    ("naive_bayes_weights", "exp", "return np.column_stack([np.exp(log_priors),np.exp(log_likelihoods)])"),
    ('confusion', 'order tn fp fn tp', """
tp=int(np.sum((y==1)&(y_hat==1)));fp=int(np.sum((y==0)&(y_hat==1)));fn=int(np.sum((y==1)&(y_hat==0)));tn=int(np.sum((y==0)&(y_hat==0)))
return tn,fp,fn,tp
"""),
    ('confusion', 'and instead of &', """
tp=np.sum(y==1 and y_hat==1)
fp=np.sum(y==0 and y_hat==1)
fn=np.sum(y==1 and y_hat==0)
tn=np.sum(y==0 and y_hat==0)
return tp,fp,fn,tn
"""),
    ('confusion', 'shares', """
n=len(y)
return np.sum((y==1)&(y_hat==1))/n,np.sum((y==0)&(y_hat==1))/n,np.sum((y==1)&(y_hat==0))/n,np.sum((y==0)&(y_hat==0))/n
"""),
    ('accuracy', 'percent', """
if len(y)==0: return 0.0
return 100*np.mean(y==y_hat)
"""),
    ("accuracy", "empty nan", "return np.mean(y==y_hat)"),
    ('precision', 'recall', """
p=np.sum(y==1)
if p==0: return 0.0
return np.sum((y==1)&(y_hat==1))/p
"""),
    ('precision', '1.0 for none', """
c=np.sum(y_hat==1)
if c==0: return 1.0
return np.sum((y==1)&(y_hat==1))/c
"""),
    ("precision", "divides by n", "return np.sum((y==1)&(y_hat==1))/len(y) if len(y) else 0.0"),
    ("recall", "no zero guard", "return np.sum((y==1)&(y_hat==1))/np.sum(y==1)"),
    ('recall', 'counts rights', """
p=np.sum(y==1)
if p==0: return 0.0
return np.sum(y==y_hat)/p
"""),
    ('f1', 'arith mean', """
tp=np.sum((y==1)&(y_hat==1));c=np.sum(y_hat==1);p=np.sum(y==1)
P=tp/c if c else 0
R=tp/p if p else 0
return (P+R)/2
"""),
    ('f1', 'missing 2', """
tp=np.sum((y==1)&(y_hat==1));c=np.sum(y_hat==1);p=np.sum(y==1)
P=tp/c if c else 0
R=tp/p if p else 0
return P*R/(P+R) if P+R else 0.0
"""),
    ('one_hot', 'H[:,y]=1', """
H=np.zeros((len(y),n_classes))
H[:,y]=1
return H
"""),
    ("one_hot", "transposed", "return np.eye(n_classes)[:,y]"),
    ("one_hot", "K from max", "return np.eye(y.max()+1)[y]"),
    ('perceptron_update', 'y-hat compare sign', """
if np.sign(w@x)!=y:
    w+=eta*y*x
return w
"""),
    ('perceptron_update', 'always sub', """
if y*(w@x)<=0:
    return w-eta*x
return w
"""),
    ('perceptron_update', 'margin 1', """
if y*(w@x)<1:
    return w+eta*y*x
return w
"""),
    ('perceptron_update', 'no else return', """
if y*(w@x)<=0:
    return w+eta*y*x
"""),
    ('perceptron_update', 'error scaled by score', """
if y*(w@x)<=0:
    return w+eta*(y-w@x)*x
return w
"""),
    ('train_perceptron', 'random start', """
rng=np.random.default_rng(0)
w=rng.normal(size=X.shape[1])
m=[]
for _ in range(max_epochs):
    c=0
    for xi,yi in zip(X,y):
        if yi*(w@xi)<=0:
            w=w+eta*yi*xi
            c+=1
    m.append(c)
    if c==0: break
return w,m
"""),
    ('train_perceptron', 'returns int count', """
w=np.zeros(X.shape[1])
m=[]
for _ in range(max_epochs):
    c=0
    for xi,yi in zip(X,y):
        if yi*(w@xi)<=0:
            w=w+eta*yi*xi
            c+=1
    m.append(c)
    if c==0: break
return w,sum(m)
"""),
    ('train_perceptron', 'break inside inner loop', """
w=np.zeros(X.shape[1])
m=[]
for _ in range(max_epochs):
    c=0
    for xi,yi in zip(X,y):
        if yi*(w@xi)<=0:
            w=w+eta*yi*xi
            c+=1
        else:
            break
    m.append(c)
    if c==0: break
return w,m
"""),
    ('train_perceptron', 'returns w first epoch', """
w=np.zeros(X.shape[1])
m=[]
for _ in range(max_epochs):
    c=0
    for xi,yi in zip(X,y):
        if yi*(w@xi)<=0:
            w=w+eta*yi*xi
            c+=1
    m.append(c)
    if c==0: break
    return w,m
return w,m
"""),
    ("eta_decay", "1/(1+n) alike", "return 1/(2*n)"),
    ("eta_decay", "exp", "return np.exp(-n)"),
    ("eta_decay", "constant", "return 0.25"),
    ('multiclass_update', 'updates all wrong rows', """
W=W.astype(float)
if np.argmax(W@x)!=y:
    for k in range(len(W)):
        W[k]+=eta*x if k==y else -eta*x
return W
"""),
    ('multiclass_update', 'columns', """
W=W.astype(float)
h=np.argmax(W@x)
if h!=y:
    W[:,y]+=eta*x
    W[:,h]-=eta*x
return W
"""),
    ('multiclass_update', 'no eta on second', """
W=W.astype(float)
h=np.argmax(W@x)
if h!=y:
    W[y]+=eta*x
    W[h]-=x
return W
"""),
    ('multiclass_update', 'alias W', """
h=np.argmax(W@x)
if h!=y:
    W[y]=W[y]+eta*x
    W[h]=W[h]-eta*x
return W
"""),
    ('joint_update', 'eta 0.5', """
h=np.argmax(F@theta)
return theta+0.5*(F[y]-F[h])
"""),
    ('joint_update', 'columns of F', """
h=np.argmax(theta@F)
return theta+F[:,y]-F[:,h]
"""),
    ('perceptron_loss', 'abs score', """
psi=F@theta
return abs(psi[y])
"""),
    ('perceptron_loss', 'max of 0 and -psi[y]', """
psi=F@theta
return max(0,-psi[y])
"""),
    ('perceptron_loss', 'argmax instead of max', """
psi=F@theta
return psi.argmax()-psi[y]
"""),
    ('perceptron_gradient', 'only if mistake, zeros int', """
psi=F@theta
h=psi.argmax()
if h==y:
    return 0
return F[h]-F[y]
"""),
    ('perceptron_gradient', 'times theta', """
psi=F@theta
h=psi.argmax()
return (F[h]-F[y])*theta
"""),
    ('averaged_perceptron', 'history alias', """
W=np.zeros((n_classes,X.shape[1]))
hist=[]
for _ in range(epochs):
    for xi,yi in zip(X,y):
        h=np.argmax(W@xi)
        if h!=yi:
            W[yi]+=eta*xi
            W[h]-=eta*xi
        hist.append(W)
return np.mean(hist,axis=0)
"""),
    ('averaged_perceptron', 'once per epoch', """
W=np.zeros((n_classes,X.shape[1]))
T=np.zeros_like(W)
for _ in range(epochs):
    for xi,yi in zip(X,y):
        h=np.argmax(W@xi)
        if h!=yi:
            W[yi]+=eta*xi
            W[h]-=eta*xi
    T+=W
return T/epochs
"""),
    ('averaged_perceptron', 'mean over mistakes only', """
W=np.zeros((n_classes,X.shape[1]))
T=np.zeros_like(W);c=0
for _ in range(epochs):
    for xi,yi in zip(X,y):
        h=np.argmax(W@xi)
        if h!=yi:
            W[yi]+=eta*xi
            W[h]-=eta*xi
            T+=W;c+=1
return T/max(c,1)
"""),
    ('averaged_perceptron', 'np.mean no axis', """
W=np.zeros((n_classes,X.shape[1]))
hist=[]
for _ in range(epochs):
    for xi,yi in zip(X,y):
        h=np.argmax(W@xi)
        if h!=yi:
            W[yi]+=eta*xi
            W[h]-=eta*xi
        hist.append(W.copy())
return np.mean(hist)
"""),
    ('svm_update', 'shrink only wrong & cost ignored', """
h=np.argmax(F@theta)
if h==y: return theta
return shrink*theta+F[y]-F[h]
"""),
    ('svm_update', 'step scaled by cost', """
h=np.argmax(F@theta+cost)
return shrink*theta+cost[h]*(F[y]-F[h])
"""),
    ('svm_update', 'tie last', """
s=F@theta+cost
h=len(s)-1-np.argmax(s[::-1])
return shrink*theta+F[y]-F[h]
"""),
    ("least_squares", "returns the tuple", "return np.linalg.lstsq(A,b,rcond=None)"),
    ("least_squares", "sum of squares", "return np.sum((A@b)**2)"),
    ("least_squares", "A.T wrong side", "return A.T@np.linalg.inv(A@A.T)@b"),
    ("sigmoid", "sign", "return 1/(1+np.exp(z))"),
    ('sigmoid', 'math.exp', """
import math
return 1/(1+math.exp(-z))
"""),
    ("sigmoid", "precedence", "return 1/1+np.exp(-z)"),
    ("sigmoid", "clip 500", "return 1/(1+np.exp(-np.clip(z,-30,30)))"),
    ("predict_probability", "labels", "return (X@w>=0).astype(float)"),
    ('predict_probability', 'softmax over examples', """
e=np.exp(X@w-np.max(X@w))
return e/e.sum()
"""),
    ('likelihood', 'sum', """
p=1/(1+np.exp(-(X@w)))
return np.sum(p**y*(1-p)**(1-y))
"""),
    ('likelihood', 'log', """
p=1/(1+np.exp(-(X@w)))
return np.sum(y*np.log(p)+(1-y)*np.log(1-p))
"""),
    ('likelihood', 'only positives', """
p=1/(1+np.exp(-(X@w)))
return np.prod(p[y==1])
"""),
    ('cross_entropy', 'epsilon 1e-8', """
p=1/(1+np.exp(-(X@w)))
return -np.mean(y*np.log(p+1e-8)+(1-y)*np.log(1-p+1e-8))
"""),
    ('cross_entropy', 'log base 2', """
m=(2*y-1)*(X@w)
return np.logaddexp(0,-m).mean()/np.log(2)
"""),
    ("cross_entropy", "y in -1,1 assumed", "return np.logaddexp(0,-y*(X@w)).mean()"),
    ('cross_entropy', 'array', """
m=(2*y-1)*(X@w)
return np.logaddexp(0,-m)
"""),
    ('logistic_gradient', 'mean no axis', """
p=1/(1+np.exp(-(X@w)))
return np.mean((p-y)[:,None]*X)
"""),
    ('logistic_gradient', 'X@error', """
p=1/(1+np.exp(-(X@w)))
return X@(p-y)/len(y)
"""),
    ("logistic_gradient", "linear error", "return X.T@(X@w-y)/len(y)"),
    ('logistic_gradient', 'divides by d', """
p=1/(1+np.exp(-(X@w)))
return X.T@(p-y)/X.shape[1]
"""),
    ("tanh_loss", "mean", "return np.mean((y-np.tanh(X@w))**2)"),
    ("tanh_loss", "sum then square", "return np.sum(y-np.tanh(X@w))**2"),
    ("tanh_loss", "half", "return 0.5*np.sum((y-np.tanh(X@w))**2)"),
    ('tanh_gradient', 'no 2', """
t=np.tanh(X@w)
return -((y-t)*(1-t**2))@X
"""),
    ('tanh_gradient', '1-tanh(t)^2 twice', """
t=np.tanh(X@w)
return -2*((y-t)*(1-np.tanh(t)**2))@X
"""),
    ('gradient_descent', 'abs on arrays', """
x=x0
for i in range(max_steps):
    g=gradient(x)
    if abs(g)<epsilon:
        return x,i
    x=x-eta*g
return x,max_steps
"""),
    ('gradient_descent', 'ascent', """
x=x0
for i in range(max_steps):
    g=gradient(x)
    if np.linalg.norm(g)<epsilon:
        return x,i
    x=x+eta*g
return x,max_steps
"""),
    ('gradient_descent', 'never updates g', """
x=x0
g=gradient(x0)
for i in range(max_steps):
    if np.linalg.norm(g)<epsilon:
        return x,i
    x=x-eta*g
return x,max_steps
"""),
    ('gradient_descent', 'step count +1', """
x=x0
for i in range(max_steps):
    g=gradient(x)
    if np.linalg.norm(g)<epsilon:
        return x,i+1
    x=x-eta*g
return x,max_steps
"""),
    ('gradient_descent', 'path list', """
x=x0;path=[x]
for i in range(max_steps):
    g=gradient(x)
    if np.linalg.norm(g)<epsilon: break
    x=x-eta*g
    path.append(x)
return path
"""),
    ('batch_step', 'sum not mean', """
p=1/(1+np.exp(-(X@w)))
return w-eta*X.T@(p-y)
"""),
    ('batch_step', 'returns gradient', """
p=1/(1+np.exp(-(X@w)))
return X.T@(p-y)/len(y)
"""),
    ("sgd_step", "no sigmoid", "return w-eta*(w@x-y)*x"),
    ('sgd_step', 'y-p with minus', """
p=1/(1+np.exp(-(w@x)))
return w-eta*(y-p)*x
"""),
    ("minibatches", "permutation per batch", "return [rng.permutation(n)[:size] for _ in range(0,n,size)]"),
    ("minibatches", "array_split n//size", "return np.array_split(rng.permutation(n),n//size)"),
    ('minibatches', 'not shuffled', """
o=np.arange(n)
return [o[i:i+size] for i in range(0,n,size)]
"""),
    ('minibatches', 'drops last', """
o=rng.permutation(n)
return [o[i*size:(i+1)*size] for i in range(n//size)]
"""),
    ('minibatches', 'ignores rng', """
o=np.random.permutation(n)
return [o[i:i+size] for i in range(0,n,size)]
"""),
    ('split', 'int instead of round', """
o=rng.permutation(n)
c=[int(n*s) for s in np.cumsum(fractions)[:-1]]
return np.split(o,c)
"""),
    ('split', 'no cumsum', """
o=rng.permutation(n)
c=[round(n*s) for s in fractions[:-1]]
return np.split(o,c)
"""),
    ('early_stopping', 'best overall', """
stop,r=len(validation_losses)-1,0
for i in range(1,len(validation_losses)):
    r=r+1 if validation_losses[i]>validation_losses[i-1] else 0
    if r>patience:
        stop=i;break
return stop,int(np.argmin(validation_losses))
"""),
    ('early_stopping', '>= patience', """
stop,r=len(validation_losses)-1,0
for i in range(1,len(validation_losses)):
    r=r+1 if validation_losses[i]>validation_losses[i-1] else 0
    if r>=patience:
        stop=i;break
return stop,int(np.argmin(validation_losses[:stop+1]))
"""),
    ('early_stopping', 'never resets', """
stop,r=len(validation_losses)-1,0
for i in range(1,len(validation_losses)):
    if validation_losses[i]>validation_losses[i-1]: r+=1
    if r>patience:
        stop=i;break
return stop,int(np.argmin(validation_losses[:stop+1]))
"""),
    ('early_stopping', 'ignores patience', """
for i in range(1,len(validation_losses)):
    if validation_losses[i]>validation_losses[i-1]:
        return i,i-1
return len(validation_losses)-1,len(validation_losses)-1
"""),
    ('regularised_loss', 'bias included', """
m=(2*y-1)*(X@w)
return np.logaddexp(0,-m).mean()+lam*np.sum(w**2)
"""),
    ('regularised_loss', 'norm not squared', """
m=(2*y-1)*(X@w)
return np.logaddexp(0,-m).mean()+lam*np.linalg.norm(w[1:])
"""),
    ('regularised_loss', 'lam/2', """
m=(2*y-1)*(X@w)
return np.logaddexp(0,-m).mean()+lam/2*np.sum(w[1:]**2)
"""),
    ('regularised_gradient', 'lam not used twice', """
p=1/(1+np.exp(-(X@w)))
g=X.T@(p-y)/len(y)
g[1:]+=lam*w[1:]
return g
"""),
    ('regularised_gradient', 'last left out', """
p=1/(1+np.exp(-(X@w)))
g=X.T@(p-y)/len(y)
g[:-1]+=2*lam*w[:-1]
return g
"""),
    ("categorical_pmf", "counted from 1", "return phi[x-1]"),
    ("categorical_pmf", "max", "return phi.max()"),
    ('softmax', 'no keepdims', """
e=np.exp(Z-Z.max())
return e/e.sum(axis=-1)
"""),
    ('softmax', 'global sum', """
e=np.exp(Z-Z.max())
return e/e.sum()
"""),
    ('softmax', 'overflow', """
e=np.exp(Z)
return e/e.sum(axis=-1,keepdims=True)
"""),
    ('softmax', 'log softmax', """
Zs=Z-Z.max(axis=-1,keepdims=True)
return Zs-np.log(np.exp(Zs).sum(axis=-1,keepdims=True))
"""),
    ('entropy_between', 'log2', """
h=p>0
return -(p[h]*np.log2(q[h])).sum()
"""),
    ('entropy_between', 'p log p', """
h=p>0
return -(p[h]*np.log(p[h])).sum()
"""),
    ("entropy_between", "nan at 0", "return -(p*np.log(q)).sum()"),
    ('softmax_loss', 'sum', """
Z=X@W.T
t=Z.max(axis=1,keepdims=True)
L=Z-t-np.log(np.exp(Z-t).sum(axis=1,keepdims=True))
return -L[np.arange(len(y)),y].sum()
"""),
    ('softmax_loss', 'L[:,y]', """
Z=X@W.T
t=Z.max(axis=1,keepdims=True)
L=Z-t-np.log(np.exp(Z-t).sum(axis=1,keepdims=True))
return -L[:,y].mean()
"""),
    ('softmax_loss', 'probability of best', """
Z=X@W.T
t=Z.max(axis=1,keepdims=True)
L=Z-t-np.log(np.exp(Z-t).sum(axis=1,keepdims=True))
return -L.max(axis=1).mean()
"""),
    ('softmax_gradient', 'transposed', """
Z=X@W.T
e=np.exp(Z-Z.max(axis=1,keepdims=True))
P=e/e.sum(axis=1,keepdims=True)
return X.T@(P-np.eye(len(W))[y])/len(y)
"""),
    ('softmax_gradient', 'divides by K', """
Z=X@W.T
e=np.exp(Z-Z.max(axis=1,keepdims=True))
P=e/e.sum(axis=1,keepdims=True)
return (P-np.eye(len(W))[y]).T@X/len(W)
"""),
    ('softmax_gradient', 'sign', """
Z=X@W.T
e=np.exp(Z-Z.max(axis=1,keepdims=True))
P=e/e.sum(axis=1,keepdims=True)
return (np.eye(len(W))[y]-P).T@X/len(y)
"""),
    ('softmax_update', 'outer reversed', """
z=W@x
p=np.exp(z-z.max());p/=p.sum()
p[y]-=1
return W-eta*np.outer(x,p)
"""),
    ('softmax_update', 'only row y', """
z=W@x
p=np.exp(z-z.max());p/=p.sum()
V=W.astype(float)
V[y]+=eta*(1-p[y])*x
return V
"""),
    ('train_softmax', 'no shuffle', """
W=np.zeros((n_classes,X.shape[1]))
for _ in range(epochs):
    for i in range(0,len(X),batch_size):
        Xb,yb=X[i:i+batch_size],y[i:i+batch_size]
        Z=Xb@W.T
        e=np.exp(Z-Z.max(axis=1,keepdims=True))
        P=e/e.sum(axis=1,keepdims=True)
        W=W-eta*(P-np.eye(n_classes)[yb]).T@Xb/len(yb)
return W
"""),
    ('train_softmax', 'one permutation outside', """
W=np.zeros((n_classes,X.shape[1]))
o=rng.permutation(len(X))
for _ in range(epochs):
    for i in range(0,len(X),batch_size):
        b=o[i:i+batch_size]
        Xb,yb=X[b],y[b]
        Z=Xb@W.T
        e=np.exp(Z-Z.max(axis=1,keepdims=True))
        P=e/e.sum(axis=1,keepdims=True)
        W=W-eta*(P-np.eye(n_classes)[yb]).T@Xb/len(yb)
return W
"""),
    ('train_softmax', 'shuffles X not y', """
W=np.zeros((n_classes,X.shape[1]))
for _ in range(epochs):
    X=X[rng.permutation(len(X))]
    for i in range(0,len(X),batch_size):
        Xb,yb=X[i:i+batch_size],y[i:i+batch_size]
        Z=Xb@W.T
        e=np.exp(Z-Z.max(axis=1,keepdims=True))
        P=e/e.sum(axis=1,keepdims=True)
        W=W-eta*(P-np.eye(n_classes)[yb]).T@Xb/len(yb)
return W
"""),
    ('train_softmax', 'random init', """
W=rng.normal(size=(n_classes,X.shape[1]))*0.01
for _ in range(epochs):
    o=rng.permutation(len(X))
    for i in range(0,len(X),batch_size):
        b=o[i:i+batch_size]
        Xb,yb=X[b],y[b]
        Z=Xb@W.T
        e=np.exp(Z-Z.max(axis=1,keepdims=True))
        P=e/e.sum(axis=1,keepdims=True)
        W=W-eta*(P-np.eye(n_classes)[yb]).T@Xb/len(yb)
return W
"""),
    ('softmax_jacobian', 'diag only', """
S=np.exp(z-z.max());S/=S.sum()
return np.diag(S*(1-S))
"""),
    ('softmax_jacobian', 'vector', """
S=np.exp(z-z.max());S/=S.sum()
return S*(1-S)
"""),
    ('probability_gradient', 'all rows p_m(1-p_m)', """
S=np.exp(W@x-(W@x).max());S/=S.sum()
return np.outer(S*(1-S),x)
"""),
    ('probability_gradient', 'no p_j', """
S=np.exp(W@x-(W@x).max());S/=S.sum()
return np.outer(np.eye(len(S))[j]-S,x)
"""),
    ('numerical_gradient', 'forward', """
x=np.array(x,dtype=float)
g=np.zeros_like(x)
for i in np.ndindex(x.shape):
    s=np.zeros_like(x);s[i]=h
    g[i]=(f(x+s)-f(x))/h
return g if x.ndim else float(g)
"""),
    ("numerical_gradient", "all entries moved at once", "return (f(x+h)-f(x-h))/(2*h)"),
    ('numerical_gradient', '1d loops only', """
g=np.zeros(len(x))
for i in range(len(x)):
    s=np.zeros(len(x));s[i]=h
    g[i]=(f(x+s)-f(x-s))/(2*h)
return g
"""),
    ('numerical_gradient', 'forgets to restore', """
x=np.array(x,dtype=float)
g=np.zeros_like(x)
for i in np.ndindex(x.shape):
    x[i]+=h
    a=f(x)
    x[i]-=h
    b=f(x)
    g[i]=(a-b)/(2*h)
return g if x.ndim else float(g)
"""),
    ('linear_update', 'no ValueError', """
z=W@x
if rule=='perceptron':
    p=np.eye(len(W))[np.argmax(z)]
else:
    p=np.exp(z-z.max());p/=p.sum()
return W+eta*np.outer(np.eye(len(W))[y]-p,x)
"""),
    ('linear_update', 'minus', """
z=W@x
if rule=='perceptron':
    p=np.eye(len(W))[np.argmax(z)]
elif rule=='softmax':
    p=np.exp(z-z.max());p/=p.sum()
else:
    raise ValueError
return W-eta*np.outer(np.eye(len(W))[y]-p,x)
"""),
    ('linear_update', 'perceptron scores not choice', """
z=W@x
if rule=='perceptron':
    p=z
elif rule=='softmax':
    p=np.exp(z-z.max());p/=p.sum()
else:
    raise ValueError
return W+eta*np.outer(np.eye(len(W))[y]-p,x)
"""),
    ('linear_update', 'returned ValueError', """
z=W@x
if rule=='perceptron':
    p=np.eye(len(W))[np.argmax(z)]
elif rule=='softmax':
    p=np.exp(z-z.max());p/=p.sum()
else:
    return ValueError('rule')
return W+eta*np.outer(np.eye(len(W))[y]-p,x)
"""),
    ('sentiment_pipeline', 'always the majority', """
from collections import Counter
best=Counter(l for _,l in train).most_common(1)[0][0]
return [best for _ in documents]
"""),
    ("sentiment_pipeline", "number of labels", "return [1 for _ in documents]"),
    ("accuracy", "guard asks for positives", "if sum(y) == 0:\n    return 0.0\nreturn np.mean(y == y_hat)"),
    ("joint_update", "subtracts the largest score", "scores = F @ theta\nbest = np.max(scores)\nreturn theta + F[y] - best"),
    ("perceptron_loss", "place of the largest score", "scores = F @ theta\nreturn np.argmax(scores) - scores[y]"),
    ('averaged_perceptron', 'adds W after mistakes alone', """
W = np.zeros((n_classes, X.shape[1]))
total = np.zeros_like(W)
for _ in range(epochs):
    for x_i, y_i in zip(X, y):
        y_hat = np.argmax(W @ x_i)
        if y_hat != y_i:
            W[y_i] += eta * x_i
            W[y_hat] -= eta * x_i
            total += W
return total / (len(X) * epochs)
"""),
    ('word_counts', 'writes over earlier texts', """
counts = {}
for words, label in labelled:
    if label not in counts:
        counts[label] = {}
    for word in words:
        counts[label][word] = words.count(word)
return counts
"""),
    ('perceptron_loss', 'the search for the best starts from 0', """
best = 0
for k in range(len(F)):
    s = theta @ F[k]
    if s > best:
        best = s
return best - theta @ F[y]
"""),
    ('svm_update', 'the search for the best starts from 0', """
best, k = 0, 0
for i in range(len(F)):
    s = F[i] @ theta + cost[i]
    if s > best:
        best, k = s, i
return shrink * theta + F[y] - F[k]
"""),
]
