// European options by the formula of Black and Scholes: a call and a put for each price, strike and time.
// fxc blackscholes.hlsl main cs_5_0 blackscholes.dxbc

cbuffer Parameters : register(b0)
{
    uint Count;
    uint Stride;        // threads of the whole dispatch
    float Rate;         // without risk
    float Volatility;
};

StructuredBuffer<float> Prices : register(t0);
StructuredBuffer<float> Strikes : register(t1);
StructuredBuffer<float> Years : register(t2);
RWStructuredBuffer<float> Calls : register(u0);
RWStructuredBuffer<float> Puts : register(u1);

// The normal distribution up to x, by formula 26.2.17 of Abramowitz and Stegun: within 7.5e-8.
float normal(float x)
{
    float t = 1 / (1 + 0.2316419 * abs(x));
    float series = 1.781477937 + t * (-1.821255978 + t * 1.330274429);
    series = t * (0.319381530 + t * (-0.356563782 + t * series));
    float tail = 0.39894228040 * exp(-0.5 * x * x) * series;
    return x > 0 ? 1 - tail : tail;
}

[numthreads(256, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    for (uint i = id.x; i < Count; i += Stride) {
        float price = Prices[i], strike = Strikes[i], years = Years[i];
        float deviation = Volatility * sqrt(years);
        float d1 = (log(price / strike) + (Rate + 0.5 * Volatility * Volatility) * years) / deviation;
        float n1 = normal(d1), n2 = normal(d1 - deviation);
        float discounted = strike * exp(-Rate * years);
        Calls[i] = price * n1 - discounted * n2;
        Puts[i] = discounted * (1 - n2) - price * (1 - n1);
    }
}
